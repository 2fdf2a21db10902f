import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paySettingsForm } from '#app/domain/staff-pay/pay-form.ts'
import { payRulesPage } from '#app/domain/staff-pay/pay-queries.server.ts'
import { savePaySettings } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('For all pay', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'pay:write')
  const { settings } = await payRulesPage(ctx)
  return {
    rules: fieldRules(paySettingsForm),
    studio: { slug: ctx.studio.slug },
    values: {
      cancelHours: String(settings.cancelHours),
      cancelPercent: String(settings.cancelPercent),
      payday: String(settings.payday),
    },
  }
}

/** Saves what holds for all pay: 303 to the rules, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'pay:write')
  const submission = await parseForm(request, paySettingsForm)
  if (submission.status !== 'success') return invalid(submission)
  await savePaySettings(ctx, submission.value)
  return redirectWithFlash(app, paths.managePayRules(ctx.studio), 'Saved.')
}

export default function PaySettings() {
  const { rules, studio, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['cancelHours', 'cancelPercent', 'payday'] as const
  const form = useLiveForm('settings', names, { answer, values, rules })
  const back = paths.managePayRules(studio)
  return (
    <>
      <BackLink to={back}>Pay rules</BackLink>
      <PageHead
        title="For all pay"
        intro="Classes that were cancelled before keep what they were paid by."
      />
      <LiveFormBody of={form} className="sheet-form">
        <TextField
          field={form.fields.cancelPercent}
          label="Pay for a class the studio cancels (%)"
          hint="Of what it would have paid with everyone booked. 0 pays nothing."
          inputMode="numeric"
        />
        <TextField
          field={form.fields.cancelHours}
          label="If it is cancelled less than so many hours before"
          inputMode="numeric"
        />
        <TextField
          field={form.fields.payday}
          label="Payday"
          hint="Day of the next month, 1 to 28."
          inputMode="numeric"
        />
        <FormEnd sending="Saving…" cancel={back}>
          Save changes
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
