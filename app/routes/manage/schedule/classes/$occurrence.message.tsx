import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rosterMessageForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { reachWords } from '#app/domain/bookings/roster/desk-words.ts'
import {
  notifyRoster,
  rosterMessagePage,
} from '#app/domain/bookings/roster/notify-roster.server.ts'
import { whenWords } from '#app/domain/bookings/roster/roster-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Message the roster of ${data.title}` : 'Message the roster', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'roster:write')
  const page = await rosterMessagePage(ctx, params.occurrence ?? '')
  if (!page) throw notFound()
  const { occurrence, reach, offered, unmailed } = page
  const { booked, waiting } = reach
  const audiences = [
    { to: 'booked', name: 'Everyone booked', reach: booked },
    {
      to: 'waiting',
      name: offered > 0 ? 'Everyone waiting or offered a place' : 'Everyone waiting',
      reach: waiting,
    },
    ...(booked.people > 0 && waiting.people > 0
      ? [{ to: 'everybody', name: 'Both', reach: reach.everybody }]
      : []),
  ]
  return {
    rules: fieldRules(rosterMessageForm),
    studio: { slug: ctx.studio.slug },
    id: occurrence.id,
    title: occurrence.title,
    when: whenWords(occurrence, ctx.studio.locale),
    audiences: audiences
      .filter((audience) => audience.reach.people > 0)
      .map(({ to, name, reach: whom }) => ({ to, name, reach: reachWords(whom) })),
    unmailed,
    more: reach.everybody.people - reach.everybody.mailed - unmailed.length,
    key: newId(),
  }
}

/** Writes to the roster. 303 to it; sent twice it tells nobody twice. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const submission = await parseForm(request, rosterMessageForm)
  if (submission.status !== 'success') return invalid(submission)
  const occurrenceId = params.occurrence ?? ''
  const result = await notifyRoster(ctx, occurrenceId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      fields: { to: ['Nobody would get it. Choose others'] },
      code: result.reason,
    })
  }
  tellSoon(app, ctx)
  const { notified, mailed } = result
  const byMail = mailed > 0 ? `, ${mailed} by email too` : ''
  const message = `${count(notified, 'person is', 'people are')} notified in the app${byMail}.`
  return redirectWithFlash(app, paths.manageClass(ctx.studio, occurrenceId), message)
}

export default function RosterMessage() {
  const { rules, studio, id, title, when, audiences, unmailed, more, key } =
    useLoaderData<typeof loader>()
  const form = useLiveForm('message', ['to', 'text', 'mail'], {
    answer: useActionData() as PageFormAnswer | undefined,
    values: { to: audiences[0]?.to ?? '', mail: 'on' },
    rules,
  })
  const { to, text, mail } = form.fields
  return (
    <>
      <BackLink to={paths.manageClass(studio, id)}>{title}</BackLink>
      <PageHead title="Message the roster" intro={`${title}, ${when}.`} />
      {audiences.length === 0 ? (
        <Empty
          icon="members"
          title="Nobody to write to"
          text="Nobody is booked in this class or waits for it."
        />
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <input type="hidden" name="key" value={key} />
          <fieldset className={to.errors ? 'field wrong' : 'field'} id={to.id}>
            <legend>Send to</legend>
            {to.errors && <p className="bad">{to.errors[0]}</p>}
            {audiences.map((audience) => (
              <label key={audience.to} className="choice">
                <input
                  type="radio"
                  name="to"
                  value={audience.to}
                  required={form.fields.to.required}
                  defaultChecked={to.initialValue === audience.to}
                />
                <span>{audience.name}</span>
                <small>{audience.reach}</small>
              </label>
            ))}
          </fieldset>
          <TextareaField
            field={text}
            label="Message"
            hint="Your name and the class are added."
            rows={5}
          />
          <CheckboxField field={mail} label="By email too" />
          {unmailed.length > 0 && (
            <p className="muted">
              {`Only in the app, as they have no email address: ${unmailed.join(', ')}` +
                `${more > 0 ? ` and ${more} more` : ''}.`}
            </p>
          )}
          <FormEnd sending="Sending…" cancel={paths.manageClass(studio, id)}>
            Send message
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
