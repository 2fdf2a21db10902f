import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { dunningForm } from '#app/domain/sales/collecting/dunning-form.ts'
import {
  getDunningSettings,
  saveDunningSettings,
} from '#app/domain/sales/collecting/dunning-settings.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'

const title = 'Failed payments'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { retryDays, graceDays, handGraceDays, remindsUnpaid, version } =
    await getDunningSettings(ctx)
  return {
    rules: fieldRules(dunningForm),
    studio: { slug: ctx.studio.slug },
    version,
    values: {
      retryDays: retryDays.join(', '),
      graceDays: String(graceDays),
      handGraceDays: handGraceDays === null ? '' : String(handGraceDays),
      remindsUnpaid: remindsUnpaid ? 'on' : '',
    },
  }
}

/**
 * Saves what becomes of failed and late payments, and how long people book meanwhile: 303, or 422
 * beside the field.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, dunningForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveDunningSettings(ctx, submission.value)
  if (result.ok) {
    const text = 'Saved. Payments that have failed or are late already keep their days.'
    return redirectWithFlash(app, paths.manageFailedPayments(ctx.studio), text)
  }
  return changedMeanwhile(submission, result.reason)
}

export default function FailedPayments() {
  const { rules, studio, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['retryDays', 'graceDays', 'handGraceDays', 'remindsUnpaid'] as const
  const form = useLiveForm('failed-payments', names, { answer, values, rules })
  const { retryDays, graceDays, handGraceDays, remindsUnpaid } = form.fields
  return (
    <SettingForm
      studio={studio}
      title={title}
      intro="When a membership’s card can’t be charged, we email its payer a pay link each time. The membership is suspended after the last retry. Once it’s paid, it is active again at once. An invoice that is paid by hand has rules of its own below."
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={retryDays}
        label="Try the card again after (days)"
        hint="Counted from the first failure, like 1, 3, 7. Leave empty for no retries. A card that was stolen or has expired is never tried again."
        inputMode="text"
        autoComplete="off"
      />
      <TextField
        field={graceDays}
        label="Days they can still book"
        hint="Counted from the first failure. 0 is until the end of that day. Classes already booked stay booked."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        field={handGraceDays}
        label="Paid by hand: days they can still book"
        hint="Counted from the day a membership’s invoice was due. Then it is past due until it’s paid, and we email its payer. Leave empty to let them book however late they pay."
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckboxField
        field={remindsUnpaid}
        label="Remind people by email the day after an invoice that they pay by hand was due"
      />
    </SettingForm>
  )
}
