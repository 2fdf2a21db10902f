import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { findLettersKept, keepLetters } from '#app/domain/messaging/keep-letters.server.ts'
import { monthsKept } from '#app/domain/messaging/letters-kept.ts'
import { lettersKeptForm } from '#app/domain/messaging/letters-kept-form.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Emails and texts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { months, version } = await findLettersKept(ctx)
  const { slug, name } = ctx.studio
  return { rules: fieldRules(lettersKeptForm), studio: { slug, name }, months, version }
}

/** Sets for how long copies are kept: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, lettersKeptForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await keepLetters(ctx, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const text = `Saved. Copies are kept for ${monthsKept(submission.value.months)}.`
  return redirectWithFlash(app, paths.manageLetters(ctx.studio), text)
}

export default function Letters() {
  const { rules, studio, months, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('letters', ['months'] as const, {
    answer,
    values: { months: String(months) },
    rules,
  })
  return (
    <SettingForm
      studio={studio}
      title="Emails and texts"
      intro={
        `Cadence keeps a copy of each email and text that ${studio.name} sends. After this ` +
        'many months the recipient and the text are deleted. What is left says only that ' +
        'something was sent, and when.'
      }
      of={form}
      answer={answer}
      version={version}
    >
      <TextField
        field={form.fields.months}
        label="Months to keep copies"
        hint="Also applies to what was already sent. Older copies are cleared for good."
        inputMode="numeric"
      />
      <p>
        <Link to={paths.manageUndelivered(studio)}>Emails and texts that were not delivered</Link>
      </p>
    </SettingForm>
  )
}
