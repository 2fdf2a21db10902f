import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { announce, listAnnouncements } from '#app/domain/conversations/announcements.server.ts'
import { announcementForm } from '#app/domain/conversations/conversation-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayRange } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Announcements', { matches })

const audiences = [
  { value: 'everyone', label: 'Everyone, visitors too' },
  { value: 'members', label: 'People of the studio' },
  { value: 'staff', label: 'Staff' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'messages:announce')
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const all = await listAnnouncements(ctx)
  return {
    studio: { slug },
    rules: fieldRules(announcementForm),
    announcements: all.map(({ id, title, text, audience, fromOn, untilOn, pinned, byName }) => ({
      id,
      title,
      text,
      ended: untilOn < today,
      facts: [
        dayRange(fromOn, untilOn, locale),
        audiences.find(({ value }) => value === audience)?.label,
        pinned ? 'pinned' : '',
        byName,
      ]
        .filter(Boolean)
        .join(', '),
      label: labelOf({ fromOn, untilOn }, today),
    })),
    values: { key: newId(), audience: 'everyone', fromOn: today, untilOn: addDays(today, 7) },
  }
}

function labelOf({ fromOn, untilOn }: { fromOn: string; untilOn: string }, today: string) {
  if (untilOn < today) return { text: 'Over', tone: null }
  if (fromOn > today) return { text: 'Not yet', tone: 'line' as const }
  return { text: 'On home', tone: 'good' as const }
}

/** Adds an announcement: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:announce')
  const submission = await parseForm(request, announcementForm)
  if (submission.status !== 'success') return invalid(submission)
  const { pinned, ...said } = submission.value
  await announce(ctx, { ...said, pinned: pinned === 'on' })
  return redirectWithFlash(app, paths.manageAnnouncements(ctx.studio), 'Announced.')
}

const names = ['key', 'title', 'text', 'audience', 'fromOn', 'untilOn', 'pinned'] as const

export default function Announcements() {
  const { studio, rules, announcements, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('announce', names, { answer, rules, values })
  const { fields } = form
  return (
    <>
      <BackLink to={paths.manageMessenger(studio)}>Messages</BackLink>
      <PageHead title="Announcements" intro="What home tells people, from a day to a day." />
      <div className="split">
        <section>
          {announcements.length > 0 ? (
            <ul className="counts">
              {announcements.map(({ id, title, text, facts, label, ended }) => (
                <li key={id} className="saved-reply">
                  <div>
                    <h2>
                      {title} <Label {...label} />
                    </h2>
                    <p className="said">{text}</p>
                    <small>{facts}</small>
                  </div>
                  {!ended && (
                    <Form method="post" action={paths.manageAnnouncementEnd(studio, id)}>
                      <button type="submit" className="button quiet small">
                        End<span className="vh"> {title}</span>
                      </button>
                    </Form>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <Empty
              icon="bell"
              title="No announcements yet"
              text="Tell everyone of an open day, a new room or a change of hours, on home."
            />
          )}
        </section>
        <section>
          <div className="section-head">
            <h2>Announce something</h2>
          </div>
          <LiveFormBody of={form} className="sheet-form" key={values.key}>
            <HiddenFields values={{ key: String(fields.key.initialValue ?? values.key) }} />
            <TextField field={fields.title} label="Title" autoComplete="off" />
            <TextareaField field={fields.text} label="Text (optional)" />
            <SelectField field={fields.audience} label="Who reads it" options={audiences} />
            <DateField field={fields.fromOn} label="First day" />
            <DateField field={fields.untilOn} label="Last day" />
            <CheckboxField field={fields.pinned} label="Pin it above the others" />
            <div>
              <SendButton sending="Saving…">Announce</SendButton>
            </div>
          </LiveFormBody>
        </section>
      </div>
    </>
  )
}
