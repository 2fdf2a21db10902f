import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { splitInvoice } from '#app/domain/billing/invoices/split-invoice.server.ts'
import { splitForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle } from '#app/domain/sales/invoices/invoice-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

const title = 'Pay in parts'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { invoice, parts } = page
  const { slug, locale, currency, timeZone } = ctx.studio
  const owed = money(invoice.balanceMinor, currency, locale)
  return {
    rules: fieldRules(splitForm(currency)),
    studio: { slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    open: invoice.kind === 'invoice' && invoice.state === 'open',
    intro: `${invoice.personName} pays ${owed} by the days you set. ${
      parts.length > 0
        ? 'This takes the place of the parts there are.'
        : 'What is owed stays the same.'
    }`,
    values: {
      key: newId(),
      parts: '3',
      firstOn: monthsLater(localDate(ctx.now, timeZone), 1),
    },
  }
}

const refusals = {
  not_open: 'It isn’t open any more, so there is nothing to pay in parts.',
  changed: 'Something was paid since you opened this page. Reload it and try again.',
}

/** Sets the parts: 303 to the invoice, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, splitForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { key, deposit = 0, parts, firstOn } = submission.value
  const invoiceId = params.invoice ?? ''
  const result = await splitInvoice(ctx, {
    key,
    invoiceId,
    depositMinor: deposit,
    parts,
    firstOn,
  })
  if (!result.ok) {
    const { reason } = result
    if (reason === 'not_found') throw notFound()
    if (reason === 'deposit_too_much') {
      const most = money(result.mostMinor, currency, locale)
      const sentence = `That leaves too little for the parts. Enter ${most} or less, or fewer parts.`
      return refused(submission, { code: reason, fields: { deposit: [sentence] } })
    }
    return refused(
      submission,
      reason === 'first_before'
        ? { code: reason, fields: { firstOn: ['Choose today or a later day'] } }
        : { code: reason, form: [refusals[reason]] },
    )
  }
  return redirectWithFlash(
    app,
    paths.manageInvoice(ctx.studio, invoiceId),
    'Saved. The invoice shows which part is due when.',
  )
}

export default function Parts() {
  const { rules, studio, invoice, open, intro, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['deposit', 'parts', 'firstOn', 'key'] as const
  const form = useLiveForm('parts', names, { answer, values, rules })
  const { deposit, parts, firstOn, key } = form.fields
  const back = paths.manageInvoice(studio, invoice.id)
  return (
    <>
      <BackLink to={back}>{invoice.title}</BackLink>
      <PageHead title={title} intro={open ? intro : refusals.not_open} />
      {open && (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <TextField
            field={deposit}
            label="Deposit (optional)"
            hint="Due today."
            inputMode="decimal"
          />
          <TextField
            field={parts}
            label="Parts after it"
            hint="Equal ones, a month apart."
            inputMode="numeric"
          />
          <DateField field={firstOn} label="First of them is due on" />
          <FormEnd sending="Saving…" cancel={back}>
            {title}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
