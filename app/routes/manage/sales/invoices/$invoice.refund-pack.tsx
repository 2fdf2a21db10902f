import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { findRefundableCard } from '#app/domain/sales/banking/refund-line.server.ts'
import { giftCardBack } from '#app/domain/sales/gift-cards/pay-by-gift-card.server.ts'
import { packRefundForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { refundRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { packRefundFacts } from '#app/domain/sales/refunds/pack-refund.server.ts'
import { packRefundWords } from '#app/domain/sales/refunds/pack-refund-words.ts'
import { refundPack } from '#app/domain/sales/refunds/refund-pack.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Refund the pack', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'refunds:small')
  const [facts, card] = await Promise.all([
    packRefundFacts(ctx, params.invoice ?? ''),
    findRefundableCard(ctx, params.invoice ?? ''),
  ])
  if (!facts) throw notFound()
  return {
    rules: fieldRules(packRefundForm),
    studio: { slug: ctx.studio.slug },
    invoiceId: params.invoice ?? '',
    words: packRefundWords(facts, ctx.studio),
    possible: facts.quote.refundMinor > 0 || facts.quote.revoked > 0,
    // Without money to refund, the credits alone are taken off.
    pays: facts.quote.refundMinor > 0,
    // A pack is somebody's: it is never sold without a name.
    methods: backMethods({
      account: true,
      giftCard: await giftCardBack(ctx, params.invoice ?? ''),
      card: card && card.restMinor >= facts.quote.refundMinor ? 'To the card it was paid by' : '',
    }),
    values: { key: newId(), amount: String(facts.quote.refundMinor) },
  }
}

/** Refunds what is unused of the pack: 303 to the invoice, 422 on the form. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'refunds:small')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, packRefundForm)
  if (submission.status !== 'success') return invalid(submission)
  const { amount, ...rest } = submission.value
  const invoiceId = params.invoice ?? ''
  const result = await refundPack(
    ctx,
    { ...rest, invoiceId, amountMinor: amount },
    payingContext(app.env, ctx),
  )
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      code: result.reason,
      form: [refundRefusal(result, { currency, locale })],
    })
  }
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    result.creditNote === null
      ? 'Credits removed. Nothing was left to refund.'
      : `${money(amount, currency, locale)} refunded. Credit note ${result.creditNote}.`,
  )
}

export default function RefundPack() {
  const { rules, studio, invoiceId, words, possible, pays, methods, values } =
    useLoaderData<typeof loader>()
  const form = useLiveForm('refund-pack', ['method', 'reason', 'key', 'amount'], {
    answer: useActionData() as PageFormAnswer | undefined,
    values,
    rules,
  })
  const { method, reason, key, amount } = form.fields
  const back = paths.manageInvoiceAct(studio, invoiceId, 'refund')
  return (
    <>
      <BackLink to={back}>Refund</BackLink>
      <PageHead title="Refund the pack" intro={words.intro} />
      <table className="bill-lines narrow-bill">
        <caption className="vh">How the refund is worked out</caption>
        <tbody>
          {words.lines.map(({ what, detail, amount: sum }) => (
            <tr key={what}>
              <th scope="row">
                {what}
                {detail && <small>{detail}</small>}
              </th>
              <td className="num">{sum}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {words.freed.length > 0 && (
        <section className="bill-part">
          <h2>Cancelled with it</h2>
          <ul>
            {words.freed.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
      {possible && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields
            values={{
              key: String(key.initialValue ?? ''),
              amount: String(amount.initialValue ?? ''),
              ...(pays ? {} : { method: 'credit' }),
            }}
          />
          {pays && <SelectField field={method} label="How it is refunded" options={methods} />}
          <TextField
            field={reason}
            label="Why"
            hint={pays ? 'It is on the credit note.' : undefined}
            autoComplete="off"
          />
          <FormEnd sending={pays ? 'Refunding…' : 'Removing…'} cancel={back}>
            {pays ? 'Refund the pack' : 'Remove the credits'}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
