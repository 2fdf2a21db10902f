import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { buyPackageOnline } from '#app/domain/sales/checkout/pay-online.server.ts'
import { buyPage } from '#app/domain/sales/checkout/payment-page.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { answerBegun } from '#app/http/payments/begin-payment.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'

export const handle = { styles: ['back-link', 'button', 'pips', 'lines'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Buy ${data.offer.name}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await buyPage(ctx, viewer, params.package ?? '')
  if (!page) throw notFound()
  const { slug, name, legalName } = ctx.studio
  return { ...page, studio: { slug, seller: legalName || name } }
}

/** Begins paying: 303 to the payment. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const packageId = params.package ?? ''
  return answerBegun(app, ctx, paths.buyPackage(ctx.studio, packageId), (paying, back) =>
    buyPackageOnline(paying, viewer, packageId, back),
  )
}

export default function Buy() {
  const { studio, offer, online } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.prices(studio)}>Prices</BackLink>
      <h1>Buy {offer.name}</h1>
      <Pips pips={pipsOf(offer.credits, 'full')} />
      {offer.description && <p>{offer.description}</p>}
      <ul className="lines">
        <li className="between">
          <b>To pay</b>
          <b className="num">{offer.price}</b>
        </li>
      </ul>
      {online ? (
        <form method="post">
          <SubmitButton>{`Pay ${offer.price}`}</SubmitButton>
          <p className="soft">
            With a card, on Stripe’s page. You pay {studio.seller}. The credits are yours as soon as
            it is paid.
          </p>
        </form>
      ) : (
        <p>Pay {offer.price} at the desk, and the credits are yours.</p>
      )}
    </Main>
  )
}
