import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { legalEntityForm } from '#app/domain/billing/settings/billing-settings-form.ts'
import { saveLegalEntity } from '#app/domain/studios/save-legal-entity.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Legal entity', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { legalName, address, registration, version } = await getBillingSettings(ctx)
  return {
    rules: fieldRules(legalEntityForm),
    studio: { slug: ctx.studio.slug },
    version,
    values: { key: newId(), wasName: ctx.studio.legalName, legalName, address, registration },
  }
}

/** Saves who sells: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, legalEntityForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveLegalEntity(ctx, app.directory, submission.value)
  if (result.ok) {
    const text = 'Saved. Invoices from now on show it.'
    return redirectWithFlash(app, paths.manageLegalEntity(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function LegalEntity() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'wasName', 'legalName', 'address', 'registration'] as const
  const form = useLiveForm('legal', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Legal entity"
      intro="Who your members pay. It appears on invoices, receipts and their PDFs. Open invoices stay as they are."
      of={form}
      answer={answer}
      version={version}
    >
      <HiddenFields values={{ wasName: String(fields.wasName.initialValue ?? '') }} />
      <TextField
        field={fields.legalName}
        label="Legal name"
        hint="A company, or your own name if you trade as yourself."
      />
      <TextField
        field={fields.address}
        label="Registered address (optional)"
        hint="Where the company is registered, if that isn’t the studio."
      />
      <TextField
        field={fields.registration}
        label="Registration (optional)"
        hint="As the register has it, like Company 01234567, England."
      />
    </SettingForm>
  )
}
