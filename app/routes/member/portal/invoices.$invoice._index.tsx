import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { myInvoicePage } from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Bill } from '#app/ui/sales/bill.tsx'

export const handle = {
  styles: ['account', 'lines', 'button', 'back-link', 'print', 'bill', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Invoice', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await myInvoicePage(ctx, viewer, params.invoice ?? '')
  if (!page) throw notFound()
  const online = page.online && payingContext(app.env, ctx) !== null
  return { ...page, online, studio: { slug: ctx.studio.slug } }
}

export default function Invoice() {
  const { view, online, studio } = useLoaderData<typeof loader>()
  const owed = !view.isNote && view.balanceMinor > 0
  return (
    <Main slim>
      <BackLink to={paths.portalInvoices(studio)}>Invoices and payments</BackLink>
      <h1>{view.title}</h1>
      <p>
        <span className={view.state.tone === 'bad' ? 'tag bad' : 'tag'}>{view.state.text}</span>
        {owed && ` ${view.toPay} to pay${online ? '' : ' at the desk'}.`}
      </p>
      {owed && online && (
        <form method="post" action={paths.portalInvoicePayment(studio, view.id)}>
          <SubmitButton>{`Pay ${view.toPay} online`}</SubmitButton>
        </form>
      )}
      <p className="not-print">
        <a className="button" href={paths.portalInvoicePdf(studio, view.id)} download>
          Download as PDF
        </a>
      </p>
      <Bill view={view} invoice={view.credits && paths.portalInvoice(studio, view.credits.id)} />
      {view.payments.length > 0 && (
        <section className="stack" aria-labelledby="payments">
          <h2 id="payments">Payments</h2>
          <ul className="lines tight">
            {view.payments.map(({ id, when, how, amount }) => (
              <li key={id} className="between">
                <span>
                  {how}, {when}
                </span>
                <span className="num">{amount}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.notes.length > 0 && (
        <section className="stack" aria-labelledby="refunds">
          <h2 id="refunds">Refunded</h2>
          <ul className="lines tight">
            {view.notes.map(({ id, title, when, amount }) => (
              <li key={id}>
                <a className="go" href={paths.portalInvoice(studio, id)}>
                  <span>
                    {title}, {when}
                  </span>
                  <span className="num">{amount}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
