import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { myInvoicesPage } from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { pageNumberOf } from '#app/http/list-params.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'

export const handle = {
  styles: ['account', 'lines', 'back-link', 'pagination', 'state', 'tag', 'button'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Invoices and payments', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await myInvoicesPage(ctx, viewer, pageNumberOf(app.url))
  const online = page.online && payingContext(app.env, ctx) !== null
  return { ...page, online, studio: { slug: ctx.studio.slug, name: ctx.studio.name } }
}

export default function Invoices() {
  const { invoices, toPay, credit, online, studio } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Invoices and payments</h1>
      {(toPay || credit) && (
        <p>
          {toPay && (
            <>
              You owe <b className="num">{toPay}</b>.{' '}
              {online ? 'Open an invoice to pay it, or pay at the desk.' : 'Pay at the desk.'}{' '}
            </>
          )}
          {credit && (
            <>
              You have <b className="num">{credit}</b> of credit with {studio.name}.
            </>
          )}
        </p>
      )}
      <p>
        {online && <a href={paths.portalCards(studio)}>Your cards</a>}{' '}
        <a href={paths.portalGiftCards(studio)}>Gift cards</a>
      </p>
      {invoices.items.length > 0 ? (
        <ul className="lines">
          {invoices.items.map(({ id, title, state, issued, what, total, child }) => (
            <li key={id}>
              <a className="go" href={paths.portalInvoice(studio, id)}>
                <span>
                  <b>{what}</b>{' '}
                  <span className={state.tone === 'bad' ? 'tag bad' : 'tag'}>{state.text}</span>
                  <br />
                  <span className="soft">
                    {child && `For ${child}. `}
                    {title}, {issued}
                  </span>
                </span>
                <span className="num">{total}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <State
          icon="receipt"
          title={invoices.total > 0 ? 'This page doesn’t exist' : 'No invoices yet'}
        >
          <p>What you buy and pay appears here.</p>
        </State>
      )}
      <Pagination
        page={invoices.page}
        pages={invoices.pages}
        path={(page) => paths.portalInvoices(studio, { page })}
      />
    </Main>
  )
}
