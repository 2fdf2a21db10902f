import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { chooseReminders } from '#app/domain/people/choose-reminders.server.ts'
import { reminderSchema, reminderTimes } from '#app/domain/people/reminder-choice.ts'
import { remindersPage } from '#app/domain/timetable/calendar-feed-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['form', 'button', 'back-link'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Reminders', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return {
    ...(await remindersPage(ctx, viewer)),
    rules: fieldRules(reminderSchema),
    email: viewer.email,
    studio: { slug, name },
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, reminderSchema)
  if (submission.status !== 'success') return invalid(submission)
  await chooseReminders(ctx, submission.value)
  const text = submission.value.way === 'none' ? 'Reminders are off.' : 'Reminders saved.'
  return redirectWithFlash(app, paths.portalReminders(ctx.studio), text)
}

const ways = [
  { value: 'mail', label: 'By email, and under Notices' },
  { value: 'notice', label: 'Under Notices only' },
  { value: 'none', label: 'Not at all' },
]
const times = reminderTimes.map(({ minutes, words }) => ({ value: String(minutes), label: words }))

export default function Reminders() {
  const { rules, choice, email, studio } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof reminderSchema>>('reminders', answer, {
    rules,
    values: { way: choice.way, minutes: String(choice.minutes) },
  })
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <Form
        of={form}
        names={['way', 'minutes']}
        title="Reminders"
        intro={
          <p className="soft">
            Before each class you have a place in at {studio.name}. Emails go to {email}, never at
            night.
          </p>
        }
      >
        <SelectField field={form.fields.way} label="Remind me" options={ways} />
        <SelectField field={form.fields.minutes} label="When" options={times} />
        <SubmitButton>Save reminders</SubmitButton>
      </Form>
    </Main>
  )
}
