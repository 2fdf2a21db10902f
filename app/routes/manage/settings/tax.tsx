import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { taxForm } from '#app/domain/billing/settings/billing-settings-form.ts'
import { saveBillingSettings } from '#app/domain/billing/settings/save-billing-settings.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Tax', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const settings = await getBillingSettings(ctx)
  const percent = (bp: number) => String(bp / 100)
  return {
    rules: fieldRules(taxForm),
    studio: { slug: ctx.studio.slug },
    version: settings.version,
    values: {
      key: newId(),
      taxName: settings.taxName,
      taxNumber: settings.taxNumber,
      classesTax: percent(settings.classesTaxBp),
      membershipsTax: percent(settings.membershipsTaxBp),
      eventsTax: percent(settings.eventsTaxBp),
      feesTax: percent(settings.feesTaxBp),
    },
  }
}

/** Saves the tax in prices: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, taxForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveBillingSettings(ctx, submission.value)
  if (result.ok) {
    const text = 'Saved. Invoices from now on use these rates.'
    return redirectWithFlash(app, paths.manageTax(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

const names = [
  ...(['key', 'taxName', 'taxNumber'] as const),
  ...(['classesTax', 'membershipsTax', 'eventsTax', 'feesTax'] as const),
] as const

export default function Tax() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('tax', names, { answer, values, rules })
  const { fields } = form
  const rate = (name: 'classesTax' | 'membershipsTax' | 'eventsTax' | 'feesTax', label: string) => (
    <TextField field={fields[name]} label={label} inputMode="decimal" autoComplete="off" />
  )
  return (
    <SettingForm
      studio={studio}
      title="Tax"
      intro="The tax in your prices. Prices include it, so members pay what they see. Each line of an invoice shows its rate; open invoices stay as they are."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField field={fields.taxName} label="Name of the tax" hint="VAT, GST or Sales tax." />
      <TextField
        field={fields.taxNumber}
        label="Tax number (optional)"
        hint="Leave empty if you aren’t registered."
      />
      {rate('classesTax', 'Classes, courses and appointments, %')}
      {rate('membershipsTax', 'Memberships and packs, %')}
      {rate('eventsTax', 'Event tickets, %')}
      {rate('feesTax', 'Late cancellation and no-show fees, %')}
    </SettingForm>
  )
}
