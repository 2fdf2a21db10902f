import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { invoiceNumbersForm } from '#app/domain/billing/settings/billing-settings-form.ts'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Invoice settings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug } = ctx.studio
  const settings = await getBillingSettings(ctx)
  return {
    rules: fieldRules(invoiceNumbersForm),
    studio: { slug },
    version: settings.version,
    values: {
      key: newId(),
      prefix: settings.prefix,
      firstNumber: String(settings.firstNumber),
      dueDays: String(settings.dueDays),
    },
  }
}

/** Saves how the studio invoices: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, invoiceNumbersForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveBillingSettings(ctx, submission.value)
  if (result.ok) {
    const text = 'Saved. Invoices from now on use these settings.'
    return redirectWithFlash(app, paths.manageInvoiceSettings(ctx.studio), text)
  }
  if (result.reason === 'number_used') {
    const sentence = `Numbers up to ${result.next - 1} are used. Enter ${result.next} or more.`
    return refused(submission, { code: result.reason, fields: { firstNumber: [sentence] } })
  }
  return changedMeanwhile(submission, result.reason)
}

const names = ['key', 'prefix', 'firstNumber', 'dueDays'] as const

export default function InvoiceSettings() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('invoices', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Invoice settings"
      intro="How invoices are numbered and when they are due. Open invoices stay as they are."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={fields.prefix}
        label="In front of each number (optional)"
        hint="NS- makes NS-1047."
      />
      <TextField
        field={fields.firstNumber}
        label="First number"
        hint="Continue where your old books end. Numbers never have a gap."
        inputMode="numeric"
      />
      <TextField
        field={fields.dueDays}
        label="Days until an invoice is overdue"
        hint="0 is due on the day it is issued."
        inputMode="numeric"
      />
    </SettingForm>
  )
}
