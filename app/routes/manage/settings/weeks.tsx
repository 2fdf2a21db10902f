import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeWeekStart } from '#app/domain/studios/change-week-start.server.ts'
import {
  weekStartChoices,
  weekStartForm,
  weekStartName,
} from '#app/domain/studios/week-start-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingForm } from '#app/ui/staff/setting-page.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Start of the week', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { slug, weekStart, locale } = ctx.studio
  return {
    rules: fieldRules(weekStartForm),
    studio: { slug },
    choices: weekStartChoices(locale),
    version: weekStart,
    values: { key: newId(), weekStart: String(weekStart) },
  }
}

/** Sets the day weeks begin on: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, weekStartForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await changeWeekStart(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  const day = weekStartName(submission.value.weekStart, ctx.studio.locale)
  return redirectWithFlash(
    app,
    paths.manageWeekStart(ctx.studio),
    `Saved. Weeks begin on ${day} from now on.`,
  )
}

export default function WeekStart() {
  const { rules, studio, choices, values, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('weeks', ['key', 'weekStart'] as const, { answer, values, rules })
  return (
    <SettingForm
      studio={studio}
      title="Start of the week"
      intro="Your calendar and lists of classes begin on this day, and limits like 2 classes a week are counted from it. Bookings people already have stay."
      of={form}
      answer={answer}
      version={version}
    >
      <SelectField field={form.fields.weekStart} label="Weeks begin on" options={choices} />
    </SettingForm>
  )
}
