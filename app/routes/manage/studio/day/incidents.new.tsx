import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { batch } from '#app/db/batch.server.ts'
import { incidentKinds } from '#app/db/studio/day/day-book-words.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { addIncident } from '#app/domain/day-book/day-book.server.ts'
import { incidentForm } from '#app/domain/day-book/day-forms.ts'
import { incidentWords } from '#app/domain/day-book/day-words.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { localDateTime } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Note an incident', { matches })

/** `?person=` is who it happened to. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'day:write')
  const asked = app.url.searchParams.get('person') ?? ''
  const [{ rooms }, person] = await Promise.all([
    batch(ctx.db, { rooms: choicesStatements(ctx).rooms }),
    asked ? findPerson(ctx, asked) : null,
  ])
  if (asked && !person) throw notFound()
  const here = localDateTime(ctx.now, ctx.studio.timeZone)
  return {
    rules: fieldRules(incidentForm),
    studio: { slug: ctx.studio.slug },
    rooms: rooms.map(({ id, name }) => ({ value: id, label: name })),
    person: person?.name ?? '',
    values: {
      key: newId(),
      personId: person?.id ?? '',
      date: here.slice(0, 10),
      time: here.slice(11, 16),
    },
  }
}

/** Notes an incident: 303 to it, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'day:write')
  const submission = await parseForm(request, incidentForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await addIncident(ctx, submission.value)
  if (result.ok) {
    const path = paths.manageIncident(ctx.studio, submission.value.key)
    return redirectWithFlash(app, path, 'Noted.')
  }
  const { reason } = result
  if (reason === 'no_such_person') throw notFound()
  return refused(submission, {
    code: reason,
    fields:
      reason === 'to_come'
        ? { time: ['Enter a time that is over.'] }
        : { roomId: ['Choose a room of the list.'] },
  })
}

export default function NewIncident() {
  const { rules, studio, rooms, person, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'personId', 'kind', 'date', 'time', 'roomId', 'account', 'done'] as const
  const form = useLiveForm('incident', names, { answer, values, rules })
  const { fields } = form
  const back = paths.manageDayBook(studio)
  return (
    <>
      <BackLink to={back}>Day book</BackLink>
      <PageHead
        title="Note an incident"
        intro={
          person ? `It happened to ${person}.` : 'Write down what you saw, the day it happens.'
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{
            key: String(fields.key.initialValue ?? values.key),
            personId: String(fields.personId.initialValue ?? values.personId),
          }}
        />
        <SelectField
          field={fields.kind}
          label="What it was"
          options={incidentKinds.map((kind) => ({ value: kind, label: incidentWords[kind] }))}
          empty="Choose what it was"
        />
        <DateField field={fields.date} label="Date" />
        <TextField field={fields.time} label="Time" type="time" />
        <SelectField field={fields.roomId} label="Room" options={rooms} empty="Elsewhere" />
        <TextareaField field={fields.account} label="What happened" rows={5} />
        <TextareaField field={fields.done} label="What was done at once (optional)" rows={3} />
        <FormEnd sending="Saving…" cancel={back}>
          Note incident
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
