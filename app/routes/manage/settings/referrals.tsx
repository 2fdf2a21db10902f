import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { referralsForm } from '#app/domain/billing/settings/billing-settings-form.ts'
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
import { typedMinor } from '#app/values/money.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Referrals', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, currency } = ctx.studio
  const { referrerMinor, friendMinor, version } = await getBillingSettings(ctx)
  const typed = (minor: number) => (minor === 0 ? '' : typedMinor(minor, currency))
  return {
    rules: fieldRules(referralsForm(currency)),
    studio: { slug },
    version,
    values: { key: newId(), referrer: typed(referrerMinor), friend: typed(friendMinor) },
  }
}

/** Saves what a referral brings: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, referralsForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { referrer = 0, friend = 0, ...form } = submission.value
  const result = await saveBillingSettings(ctx, { ...form, referrer, friend })
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const text = 'Saved. It counts for friends who first pay from now on.'
  return redirectWithFlash(app, paths.manageReferrals(ctx.studio), text)
}

export default function Referrals() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'referrer', 'friend'] as const
  const form = useLiveForm('referrals', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Referrals"
      intro="Each member has a link for friends. Once a friend who is new has first paid for something, you give account credit, once."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={fields.referrer}
        label="For the member (optional)"
        hint="Leave empty for none."
        inputMode="decimal"
      />
      <TextField
        field={fields.friend}
        label="For the friend (optional)"
        hint="It pays for what they buy next."
        inputMode="decimal"
      />
      <p>
        <a href={paths.managePortal(studio)}>Switch referral links off</a>
      </p>
    </SettingForm>
  )
}
