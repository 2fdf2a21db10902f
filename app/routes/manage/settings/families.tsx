import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { familyDiscountForm } from '#app/domain/billing/settings/billing-settings-form.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Family discount', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { familyBp, version } = await getBillingSettings(ctx)
  return {
    rules: fieldRules(familyDiscountForm),
    studio: { slug: ctx.studio.slug },
    version,
    values: { key: newId(), familyDiscount: String(familyBp / 100) },
  }
}

/** Saves what families get off: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, familyDiscountForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveBillingSettings(ctx, submission.value)
  if (result.ok) {
    const text = 'Saved. It counts for memberships you sell from now on.'
    return redirectWithFlash(app, paths.manageFamilyDiscount(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function FamilyDiscount() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'familyDiscount'] as const
  const form = useLiveForm('families', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Family discount"
      intro="Off each bill of a membership that you sell to the second and further person of a family: parents and the children they look after. Each bill says so. They keep it as long as they keep the membership."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={fields.familyDiscount}
        label="Off each bill, %"
        hint="0 is none."
        inputMode="decimal"
      />
    </SettingForm>
  )
}
