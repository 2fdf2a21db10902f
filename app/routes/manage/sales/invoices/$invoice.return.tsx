import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backMethods } from '#app/domain/billing/invoices/payment-words.ts'
import { walkInId } from '#app/domain/billing/walk-in.ts'
import { giftCardBack } from '#app/domain/sales/gift-cards/pay-by-gift-card.server.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle, refundRefusal } from '#app/domain/sales/invoices/invoice-words.ts'
import { returnGoods } from '#app/domain/sales/till/return-goods.server.ts'
import { soldLinesStatement } from '#app/domain/sales/till/sale-queries.server.ts'
import { returnForm } from '#app/domain/sales/till/till-forms.ts'
import { returnedTooMany } from '#app/domain/sales/till/till-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Return', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'refunds:small')
  const [page, sold] = await Promise.all([
    invoicePage(ctx, params.invoice ?? ''),
    soldLinesStatement(ctx, params.invoice ?? ''),
  ])
  if (!page) throw notFound()
  const { invoice } = page
  const lines = sold.filter(({ quantity, returned }) => quantity > returned)
  return {
    rules: fieldRules(returnForm),
    studio: { slug: ctx.studio.slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    items: lines.map(({ id, working, quantity, returned }) => ({
      value: id,
      label: `${working}, up to ${quantity - returned}`,
    })),
    methods: backMethods({
      account: invoice.personId !== walkInId(ctx),
      giftCard: await giftCardBack(ctx, invoice.id),
    }),
    values: { key: newId(), item: lines[0]?.id ?? '', quantity: '1', goods: 'restock' },
  }
}

/** Takes goods back: 303 to the invoice, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'refunds:small')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, returnForm)
  if (submission.status !== 'success') return invalid(submission)
  const invoiceId = params.invoice ?? ''
  const result = await returnGoods(ctx, invoiceId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const { reason: code } = result
    if (code === 'more_than_sold') {
      return refused(submission, { code, fields: { quantity: [returnedTooMany(result)] } })
    }
    const sentence = refundRefusal(result, { currency, locale })
    if (code === 'no_account') return refused(submission, { code, fields: { method: [sentence] } })
    return refused(submission, { code, form: [sentence] })
  }
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    result.creditNote === null
      ? 'Returned. Nothing of the price was left to refund.'
      : `${money(result.amountMinor, currency, locale)} refunded. Credit note ${result.creditNote}.`,
  )
}

export default function Return() {
  const { rules, studio, invoice, items, methods, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['item', 'quantity', 'goods', 'method', 'reason', 'key'] as const
  const form = useLiveForm('return', names, { answer, values, rules })
  const { item, quantity, goods, method, reason, key } = form.fields
  const back = paths.manageInvoice(studio, invoice.id)
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead
        title="Return"
        intro={
          items.length > 0
            ? 'The refund gets a credit note, and the goods go into stock or are written off.'
            : 'There are no goods on this invoice that can still come back.'
        }
      />
      {items.length > 0 && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <SelectField field={item} label="What comes back" options={items} />
          <TextField field={quantity} label="How many" inputMode="numeric" />
          <SelectField
            field={goods}
            label="What becomes of the goods"
            options={[
              { value: 'restock', label: 'Back into stock' },
              { value: 'write_off', label: 'Write them off' },
            ]}
          />
          <SelectField field={method} label="How it is refunded" options={methods} />
          <TextField
            field={reason}
            label="Why"
            hint="It is on the credit note."
            autoComplete="off"
          />
          <FormEnd sending="Refunding…" cancel={back}>
            Take back and refund
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
