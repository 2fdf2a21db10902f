import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { paymentPage } from '#app/domain/sales/checkout/payment-page.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['back-link', 'button', 'say'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(data.view.title, { matches }) : []

/** On to the provider's page, and how it went: coming back brings the payment up to date. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const paying = payingContext(app.env, ctx)
  const page = await paymentPage(ctx, paying, viewer, params.attempt ?? '')
  if (!page) throw notFound()
  deliverSoon(app, ctx.db)
  return { ...page, studio: { slug: ctx.studio.slug } }
}

export default function Payment() {
  const { studio, purpose, subjectId, invoiceId, view } = useLoaderData<typeof loader>()
  const back = {
    invoice: { to: paths.portalInvoice(studio, subjectId), name: 'Invoice' },
    checkout: { to: paths.prices(studio), name: 'Prices' },
    order: { to: paths.timetable(studio), name: 'Timetable' },
    card: { to: paths.portalCards(studio), name: 'Your cards' },
  }[purpose]
  return (
    <Main slim>
      <BackLink to={back.to}>{back.name}</BackLink>
      <h1>{view.title}</h1>
      {view.problem && (
        <p className="say" role="alert">
          {view.problem}
        </p>
      )}
      {view.text.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {view.page && (
        <p>
          <a className="button primary" href={view.page.url} rel="noreferrer">
            {view.page.label}
          </a>
        </p>
      )}
      {view.kind === 'done' && purpose !== 'card' && (
        <p className="pair">
          {invoiceId ? (
            <a className="button" href={paths.portalInvoice(studio, invoiceId)}>
              See the invoice
            </a>
          ) : (
            <a className="button" href={paths.portalInvoices(studio)}>
              See your account
            </a>
          )}
        </p>
      )}
      {view.kind === 'over' && (
        <p>
          <a className="button primary" href={back.to}>
            Start again
          </a>
        </p>
      )}
    </Main>
  )
}
