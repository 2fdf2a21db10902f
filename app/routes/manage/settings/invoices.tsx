import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { billingSettingsForm } from '#app/domain/billing/settings/billing-settings-form.ts'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingPage } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Invoice settings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, currency } = ctx.studio
  const settings = await getBillingSettings(ctx)
  const percent = (bp: number) => String(bp / 100)
  return {
    rules: fieldRules(billingSettingsForm(currency)),
    studio: { slug },
    version: settings.version,
    values: {
      key: newId(),
      legalName: settings.legalName,
      address: settings.address,
      taxNumber: settings.taxNumber,
      taxName: settings.taxName,
      prefix: settings.prefix,
      firstNumber: String(settings.firstNumber),
      dueDays: String(settings.dueDays),
      deskRefund: typedMinor(settings.deskRefundMinor, currency),
      classesTax: percent(settings.classesTaxBp),
      membershipsTax: percent(settings.membershipsTaxBp),
      eventsTax: percent(settings.eventsTaxBp),
      feesTax: percent(settings.feesTaxBp),
    },
  }
}

/** Saves how the studio invoices: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, billingSettingsForm(ctx.studio.currency))
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
  const sentence = 'Someone else changed this meanwhile. Reload the page; yours isn’t saved.'
  return refused(submission, { form: [sentence], code: result.reason })
}

const names = [
  ...(['key', 'legalName', 'address', 'taxNumber', 'taxName', 'prefix', 'firstNumber'] as const),
  ...(['dueDays', 'deskRefund', 'classesTax', 'membershipsTax', 'eventsTax', 'feesTax'] as const),
] as const

export default function InvoiceSettings() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('invoices', names, { answer, values, rules })
  const { fields } = form
  const rate = (name: 'classesTax' | 'membershipsTax' | 'eventsTax' | 'feesTax', label: string) => (
    <TextField field={fields[name]} label={label} inputMode="decimal" autoComplete="off" />
  )
  return (
    <SettingPage
      back={{ to: paths.manageSettings(studio), name: 'Settings' }}
      title="Invoice settings"
      intro="Who your members pay, the tax in your prices and how invoices are numbered. Open invoices stay as they are."
      of={form}
    >
      <HiddenFields
        values={{
          key: String(fields.key.initialValue ?? ''),
          version: openedVersion(answer, version),
        }}
      />
      <TextField field={fields.legalName} label="Legal name" hint="Who your members pay." />
      <TextField field={fields.address} label="Address (optional)" />
      <TextField field={fields.taxName} label="Name of the tax" hint="VAT, GST or Sales tax." />
      <TextField field={fields.taxNumber} label="Tax number (optional)" />
      {rate('classesTax', 'Tax in classes, courses and appointments, %')}
      {rate('membershipsTax', 'Tax in memberships and packs, %')}
      {rate('eventsTax', 'Tax in event tickets, %')}
      {rate('feesTax', 'Tax in late cancellation and no-show fees, %')}
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
      <TextField
        field={fields.deskRefund}
        label="Most the front desk can refund on an invoice"
        hint="Managers and owners can refund all of it."
        inputMode="decimal"
      />
    </SettingPage>
  )
}
