import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { payOwnInvoice } from '#app/domain/sales/account/pay-own-invoice.server.ts'
import {
  payOwnInvoiceForm,
  payOwnSentences,
} from '#app/domain/sales/account/pay-own-invoice-form.ts'
import { myInvoicePage } from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { mayTryGiftCode } from '#app/http/public-pages/may-try-code.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { errorsOf, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Bill } from '#app/ui/sales/bill.tsx'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'

export const handle = {
  styles: ['account', 'lines', 'button', 'back-link', 'print', 'bill', 'tag', 'form'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Invoice', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await myInvoicePage(ctx, viewer, params.invoice ?? '')
  if (!page) throw notFound()
  const online = page.online && payingContext(app.env, ctx) !== null
  const { slug, currency, locale } = ctx.studio
  const { creditMinor, view } = page
  const credit =
    creditMinor > 0 ? money(Math.min(creditMinor, view.balanceMinor), currency, locale) : ''
  return { ...page, online, credit, key: newId(), studio: { slug } }
}

/** Pays by a gift card's code or from account credit: 303 to the invoice, or 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const submission = await parseForm(request, payOwnInvoiceForm)
  if (submission.status !== 'success') return invalid(submission)
  const { by } = submission.value
  const why = (code: keyof typeof payOwnSentences) => {
    const said = [payOwnSentences[code]]
    const of = by === 'gift_card' ? { fields: { code: said } } : { form: said }
    return refused(submission, { ...of, code })
  }
  const asks = { userId: viewer.userId, staff: false }
  if (by === 'gift_card' && !(await mayTryGiftCode(app, ctx.studio.id, asks)))
    return why('too_many_tries')
  const invoiceId = params.invoice ?? ''
  const paid = await payOwnInvoice(ctx, invoiceId, submission.value)
  if (paid.ok) {
    const { currency, locale } = ctx.studio
    const left = money(paid.leftMinor, currency, locale)
    const text = paid.leftMinor > 0 ? `Paid in part. ${left} is still to pay.` : 'Paid.'
    return redirectWithFlash(app, paths.portalInvoice(ctx.studio, invoiceId), text)
  }
  if (paid.reason === 'not_found') throw notFound()
  return why(paid.reason)
}

export default function Invoice() {
  const { view, online, studio, credit, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const wrong = errorsOf(answer, 'code')
  const errors = [
    ...errorsOf(answer, '').map((text) => ({ field: null, text })),
    ...wrong.map((text) => ({ field: 'code', text })),
  ]
  const owed = !view.isNote && view.balanceMinor > 0
  return (
    <Main slim>
      <BackLink to={paths.portalInvoices(studio)}>Invoices and payments</BackLink>
      <ErrorSummary id="invoice" errors={errors} refusal={answer?.refusal ?? null} />
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
      {owed && credit && (
        <form method="post" action={paths.portalInvoice(studio, view.id)} className="not-print">
          <HiddenFields values={{ key }} />
          <button type="submit" name="by" value="credit" className="button">
            Pay {credit} with your account credit
          </button>
        </form>
      )}
      {owed && (
        <details className="not-print" open={wrong.length > 0}>
          <summary>Pay with a gift card</summary>
          <form method="post" action={paths.portalInvoice(studio, view.id)} className="stack">
            <HiddenFields values={{ key, by: 'gift_card' }} />
            <div className={wrong.length > 0 ? 'field wrong' : 'field'}>
              <label htmlFor="code">Code of the card</label>
              {wrong.length > 0 && (
                <p className="bad" id="code-error">
                  {wrong[0]}
                </p>
              )}
              <input
                id="code"
                name="code"
                defaultValue={String(sentOf(answer)?.code ?? '')}
                maxLength={60}
                autoComplete="off"
                aria-describedby={wrong.length > 0 ? 'code-error' : undefined}
                aria-invalid={wrong.length > 0 ? true : undefined}
              />
            </div>
            <p>
              <button type="submit" className="button">
                Pay with this card
              </button>
            </p>
            <p className="soft">What is left stays on the card.</p>
          </form>
        </details>
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
