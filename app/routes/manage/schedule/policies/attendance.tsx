import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { attendanceRuleForm } from '#app/domain/bookings/roster/attendance-rule-form.ts'
import {
  findEditableDays,
  saveAttendanceRule,
} from '#app/domain/bookings/roster/save-attendance-rule.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { SettingPage } from '#app/ui/staff/setting-page.tsx'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Editing attendance', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  return {
    rules: fieldRules(attendanceRuleForm),
    studio: { slug: ctx.studio.slug },
    days: await findEditableDays(ctx),
    canWrite: may(viewer.role, 'attendance:reopen'),
  }
}

/** Sets for how long attendance may be edited: 303, or 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'attendance:reopen')
  const submission = await parseForm(request, attendanceRuleForm)
  if (submission.status !== 'success') return invalid(submission)
  await saveAttendanceRule(ctx, submission.value)
  const days = count(submission.value.editableDays, 'day')
  const text = `Saved. Attendance can be edited for ${days} after the end.`
  return redirectWithFlash(app, paths.manageAttendance(ctx.studio), text)
}

export default function Attendance() {
  const { rules, studio, days, canWrite } = useLoaderData<typeof loader>()
  const form = useLiveForm('attendance', ['editableDays'] as const, {
    answer: useActionData() as PageFormAnswer | undefined,
    values: { editableDays: String(days) },
    rules,
  })
  return (
    <SettingPage
      back={{ to: paths.managePolicies(studio), name: 'Policies' }}
      title="Editing attendance"
      intro={
        'Check-ins, no-shows and late cancellations of classes, courses, appointments and ' +
        'events can be corrected for a limited time. After that only an owner can correct ' +
        'them, with a reason that is kept in the record.'
      }
      of={canWrite ? form : null}
    >
      {canWrite ? (
        <TextField
          field={form.fields.editableDays}
          label="Days after the end"
          hint="Also applies to what is already over."
          inputMode="numeric"
        />
      ) : (
        <p>{`Attendance can be edited for ${count(days, 'day')} after the end. Owners set this.`}</p>
      )}
    </SettingPage>
  )
}
