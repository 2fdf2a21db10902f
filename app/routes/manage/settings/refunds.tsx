import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { refundLimitsForm } from '#app/domain/billing/settings/billing-settings-form.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Refund limits', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'settings:write')
  const { slug, currency } = ctx.studio
  const { deskRefundMinor, managerRefundMinor, version } = await getBillingSettings(ctx)
  return {
    rules: fieldRules(refundLimitsForm(currency)),
    studio: { slug },
    version,
    // A limit is not for those it holds for to lift.
    ofManagers: viewer.role === 'owner',
    values: {
      key: newId(),
      deskRefund: typedMinor(deskRefundMinor, currency),
      managerRefund: managerRefundMinor === null ? '' : typedMinor(managerRefundMinor, currency),
    },
  }
}

/** Saves how much each role may refund: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, refundLimitsForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { managerRefund = null, ...form } = submission.value
  const result = await saveBillingSettings(
    ctx,
    viewer.role === 'owner' ? { ...form, managerRefund } : form,
  )
  if (result.ok) {
    const text = 'Saved. The limits apply from now on.'
    return redirectWithFlash(app, paths.manageRefundLimits(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function RefundLimits() {
  const { rules, studio, values, version, ofManagers } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'deskRefund', 'managerRefund'] as const
  const form = useLiveForm('refunds', names, { answer, values, rules })
  const { fields } = form
  return (
    <SettingForm
      studio={studio}
      title="Refund limits"
      intro="How much of one invoice each role can refund, all refunds of it together. Coaches can’t refund. Owners can refund all of it. The limits also hold for paying out the account credit of one person."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField field={fields.deskRefund} label="Front desk" inputMode="decimal" />
      {ofManagers && (
        <TextField
          field={fields.managerRefund}
          label="Managers (optional)"
          hint="Leave empty for no limit."
          inputMode="decimal"
        />
      )}
    </SettingForm>
  )
}
