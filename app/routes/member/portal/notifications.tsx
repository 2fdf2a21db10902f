import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { fixedNotifications, notificationKinds } from '#app/domain/messaging/notification-kinds.ts'
import { notificationsPage } from '#app/domain/overview/notifications/notifications-page.server.ts'
import { chooseNotifications } from '#app/domain/people/notifications/choose-notifications.server.ts'
import {
  notificationsForm,
  reminderTimes,
} from '#app/domain/people/notifications/notification-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['form', 'details', 'button', 'back-link', 'lines'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Notifications', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { shell, reminder, off } = await notificationsPage(ctx, viewer)
  const { slug, name } = ctx.studio
  return {
    shell,
    reminder,
    on: notificationKinds.map(({ key }) => key).filter((key) => !off.includes(key)),
    rules: fieldRules(notificationsForm),
    email: viewer.email,
    studio: { slug, name },
  }
}

/** Saves what the person wants to be told: 303, or 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, notificationsForm)
  if (submission.status !== 'success') return invalid(submission)
  const { way, minutes, ...boxes } = submission.value
  const on = notificationKinds.map(({ key }) => key).filter((key) => boxes[key] === 'on')
  await chooseNotifications(ctx, { way, minutes, on })
  return redirectWithFlash(app, paths.portalNotifications(ctx.studio), 'Notifications saved.')
}

const ways = [
  { value: 'mail', label: 'By email, and under Notices' },
  { value: 'notice', label: 'Under Notices only' },
  { value: 'none', label: 'Not at all' },
]
const times = reminderTimes.map(({ minutes, words }) => ({ value: String(minutes), label: words }))
const names = ['way', 'minutes', ...notificationKinds.map(({ key }) => key)] as const

export default function Notifications() {
  const { rules, reminder, on, email, studio } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<typeof notificationsForm>>('notifications', answer, {
    rules,
    values: {
      way: reminder.way,
      minutes: String(reminder.minutes),
      ...Object.fromEntries(on.map((key) => [key, 'on'])),
    },
  })
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <Form
        of={form}
        names={names}
        title="Notifications"
        intro={
          <p className="soft">
            What {studio.name} tells you. Emails go to {email}; everything also appears under{' '}
            <a href={paths.notices(studio)}>Notices</a>.{' '}
            <a href={paths.portalPush(studio)}>Get them on your devices as push messages</a>
          </p>
        }
      >
        <fieldset className="group">
          <legend>Class reminders</legend>
          <SelectField field={form.fields.way} label="Remind me" options={ways} />
          <SelectField field={form.fields.minutes} label="When" options={times} />
        </fieldset>
        <fieldset className="group">
          <legend>By email</legend>
          {notificationKinds.map(({ key, name, when }) => (
            <CheckboxField
              key={key}
              field={form.fields[key]}
              label={
                <>
                  <b>{name}</b>
                  <br />
                  <span className="soft">{when}</span>
                </>
              }
            />
          ))}
        </fieldset>
        <SubmitButton>Save notifications</SubmitButton>
      </Form>
      <section className="stack" aria-labelledby="always">
        <h2 id="always">Always by email</h2>
        <dl className="lines tight">
          {fixedNotifications.map(({ name, why }) => (
            <div key={name}>
              <dt>
                <b>{name}</b>
              </dt>
              <dd className="soft">{why}</dd>
            </div>
          ))}
        </dl>
        <p>
          News and offers are separate: they come only if you said yes.{' '}
          <a href={paths.portalConsents(studio)}>Choose news, offers and photos</a>
        </p>
      </section>
    </Main>
  )
}
