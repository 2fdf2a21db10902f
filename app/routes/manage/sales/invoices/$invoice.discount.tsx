import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { discountForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { discountRefusal, invoiceTitle } from '#app/domain/sales/invoices/invoice-words.ts'
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

const title = 'Take something off'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { invoice, lines } = page
  const { slug, locale, currency } = ctx.studio
  const sum = (minor: number) => money(minor, currency, locale)
  return {
    rules: fieldRules(discountForm(currency)),
    studio: { slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    open: invoice.kind === 'invoice' && invoice.state === 'open',
    intro: `${invoice.personName} still has ${sum(invoice.balanceMinor)} to pay. What comes off stands on a credit note.`,
    items: lines
      .filter((line) => line.state !== 'void' && line.amountMinor > line.backMinor)
      .map((line) => ({
        value: line.id,
        label: `${line.working}, ${sum(line.amountMinor - line.backMinor)}`,
      })),
    values: { key: newId() },
  }
}

/** Takes something off: 303 to the invoice. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, discountForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, item, discount, reason } = submission.value
  const invoiceId = params.invoice ?? ''
  const result = await discountInvoice(ctx, {
    key,
    invoiceId,
    itemId: item || null,
    discount,
    reason,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const sentence = discountRefusal(result, { currency, locale })
    return refused(
      submission,
      result.reason === 'too_much'
        ? { code: result.reason, fields: { discount: [sentence] } }
        : { code: result.reason, form: [sentence] },
    )
  }
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    `${money(result.minor, currency, locale)} taken off. Credit note ${result.creditNote}.`,
  )
}

export default function Discount() {
  const { rules, studio, invoice, open, intro, items, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('discount', ['item', 'discount', 'reason', 'key'], {
    answer,
    values,
    rules,
  })
  const { item, discount, reason, key } = form.fields
  const back = paths.manageInvoice(studio, invoice.id)
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead title={title} intro={open ? intro : 'It isn’t open any more. Refund it instead.'} />
      {open && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <SelectField field={item} label="Off what" empty="The whole invoice" options={items} />
          <TextField
            field={discount}
            label="How much"
            hint="An amount like 5.00 or a percentage like 10%."
            autoComplete="off"
          />
          <TextField
            field={reason}
            label="Why"
            hint="It is on the credit note."
            autoComplete="off"
          />
          <FormEnd sending="Saving…" cancel={back}>
            {title}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
