import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { backMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { refundLimitOf } from '#app/domain/billing/settings/billing-settings.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import { findRefundableCard, refundLine } from '#app/domain/sales/banking/refund-line.server.ts'
import { giftCardBack } from '#app/domain/sales/gift-cards/pay-by-gift-card.server.ts'
import { refundForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle, refundRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { packRefundFacts } from '#app/domain/sales/refunds/pack-refund.server.ts'
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
import { typedMinor } from '#app/values/money.ts'
import { money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Refund', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'refunds:small')
  const [page, settings, card] = await Promise.all([
    invoicePage(ctx, params.invoice ?? ''),
    getBillingSettings(ctx),
    findRefundableCard(ctx, params.invoice ?? ''),
  ])
  if (!page) throw notFound()
  const { slug, locale, currency } = ctx.studio
  const { invoice } = page
  const lines = page.lines.flatMap(({ id, kind, working, state, amountMinor, backMinor }) =>
    state === 'settled' && kind !== 'gift_card' && amountMinor > backMinor
      ? [{ id, working, mostMinor: amountMinor - backMinor }]
      : [],
  )
  const most = lines.reduce((sum, { mostMinor }) => sum + mostMinor, 0)
  const limitMinor = refundLimitOf(settings, viewer.role)
  const pack = await packRefundFacts(ctx, invoice.id)
  const beyond = limitMinor !== null && pack !== null && pack.quote.refundMinor > limitMinor
  const limit =
    limitMinor === null
      ? ''
      : ` You can refund up to ${money(limitMinor, currency, locale)} on an invoice.${beyond ? ' Ask a manager to refund the pack.' : ''}`
  return {
    rules: fieldRules(refundForm(currency)),
    studio: { slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    pack: beyond ? '' : (pack?.name ?? ''),
    intro:
      most > 0
        ? `${invoice.personName} paid ${money(most, currency, locale)} that isn’t refunded. The refund gets a credit note, and ${invoice.personName} keeps what they bought.${limit}`
        : 'Nothing that was paid is left to refund.',
    items: lines.map(({ id, working, mostMinor }) => ({
      value: id,
      label: `${working}, up to ${money(mostMinor, currency, locale)}`,
    })),
    methods: backMethods({
      account: invoice.personId !== walkInId(ctx),
      giftCard: await giftCardBack(ctx, invoice.id),
      card: card
        ? `To the card it was paid by, up to ${money(card.restMinor, currency, locale)}`
        : '',
    }),
    values: {
      key: newId(),
      item: lines[0]?.id ?? '',
      amount: lines[0]
        ? typedMinor(Math.min(lines[0].mostMinor, limitMinor ?? lines[0].mostMinor), currency)
        : '',
    },
  }
}

/** Refunds a part or all of a line: 303 to the invoice. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'refunds:small')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, refundForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, item, amount, method, reason } = submission.value
  const invoiceId = params.invoice ?? ''
  const result = await refundLine(ctx, payingContext(app.env, ctx), {
    key,
    invoiceId,
    itemId: item,
    amountMinor: amount,
    method,
    reason,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const sentence = refundRefusal(result, { currency, locale })
    const { reason: code } = result
    if (code === 'no_account' || code === 'not_to_card' || code === 'not_to_gift_card')
      return refused(submission, { code, fields: { method: [sentence] } })
    return refused(
      submission,
      'mostMinor' in result ? { code, fields: { amount: [sentence] } } : { code, form: [sentence] },
    )
  }
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    `${money(amount, currency, locale)} refunded. Credit note ${result.creditNote}.`,
  )
}

export default function Refund() {
  const { rules, studio, invoice, pack, intro, items, methods, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('refund', ['item', 'amount', 'method', 'reason', 'key'], {
    answer,
    values,
    rules,
  })
  const { item, amount, method, reason, key } = form.fields
  const back = paths.manageInvoice(studio, invoice.id)
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead
        title="Refund"
        intro={intro}
        actions={
          pack && (
            <Link className="button" to={paths.manageInvoiceAct(studio, invoice.id, 'refund-pack')}>
              Refund the pack
            </Link>
          )
        }
      />
      {items.length > 0 && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <SelectField field={item} label="What is refunded" options={items} />
          <TextField field={amount} label="Amount" inputMode="decimal" />
          <SelectField field={method} label="How it is refunded" options={methods} />
          <TextField
            field={reason}
            label="Why"
            hint="It is on the credit note."
            autoComplete="off"
          />
          <FormEnd sending="Refunding…" cancel={back}>
            Refund
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
