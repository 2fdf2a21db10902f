import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { coolingOffForm } from '#app/domain/billing/settings/billing-settings-form.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Cooling-off', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { coolingOffDays, version } = await getBillingSettings(ctx)
  return {
    rules: fieldRules(coolingOffForm),
    studio: { slug: ctx.studio.slug },
    version,
    values: { key: newId(), coolingOffDays: String(coolingOffDays) },
  }
}

/** Saves for how long a membership can be taken back: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, coolingOffForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveBillingSettings(ctx, submission.value)
  if (result.ok) {
    const text = 'Saved. It holds for every membership from now on.'
    return redirectWithFlash(app, paths.manageCoolingOff(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function CoolingOff() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'coolingOffDays'] as const
  const form = useLiveForm('cooling-off', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Cooling-off"
      intro="For so many days after buying a membership people can cancel it and get back everything they paid, whatever they used. In some places the law says how many. Whether they can cancel online is set under What members can do."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={fields.coolingOffDays}
        label="Days after buying"
        hint="0 is none. The day they bought it isn’t counted."
        inputMode="numeric"
      />
    </SettingForm>
  )
}
