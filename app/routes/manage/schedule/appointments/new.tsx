import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { appointmentSentences, mostWeeks } from '#app/domain/appointments/appointment-view.ts'
import { bookAtDesk } from '#app/domain/appointments/book-at-desk.server.ts'
import { bookForm } from '#app/domain/appointments/desk-forms.ts'
import { newAppointmentPage } from '#app/domain/appointments/desk-pages.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { searchText } from '#app/values/search-terms.ts'
import { clockTime, count, dayLong, dayTime } from '#app/values/wording.ts'
import { isLocalDate, localDate, localDateTime } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Book an appointment', { matches })

const id = z.string().max(40).catch('')
const filters = z.object({
  type: id,
  coach: id,
  date: z.string().refine(isLocalDate).nullable().catch(null),
  q: searchText(80),
})

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const wish = listParams(app, filters)
  const { slug, locale, timeZone } = ctx.studio
  const date = wish.date ?? localDate(ctx.now, timeZone)
  const page = await newAppointmentPage(ctx, {
    typeId: wish.type,
    coachId: wish.coach,
    date,
    q: wish.q,
  })
  const { types, type, coaches, coach, slots, rooms, found } = page
  const walls = [
    ...new Set(slots.map(({ startsAt }) => localDateTime(startsAt, timeZone).slice(11))),
  ]
  return {
    rules: fieldRules(bookForm),
    studio: { slug },
    key: newId(),
    date,
    day: dayLong(date, locale),
    q: wish.q,
    found: wish.q ? found : null,
    types: types.map(({ id, name }) => ({ value: id, label: name })),
    type: type ? { id: type.id, name: type.name, people: type.people } : null,
    coaches: coaches.map(({ id, name }) => ({ value: id, label: name })),
    coach,
    rooms: rooms.map(({ id, name }) => ({ value: id, label: name })),
    free: walls.map((time) => ({ time, text: clockTime(`${date}T${time}`, locale) })),
  }
}

/** To the desk, about someone else. */
const sentencesAtDesk = {
  ...appointmentSentences,
  taken: 'The coach or the room is taken.',
  overlaps: 'They’re already booked then.',
}

/**
 * Books week after week; where no date could be booked it is 422 with why, else 303 with those that
 * failed.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const submission = await parseForm(request, bookForm)
  if (submission.status !== 'success') return invalid(submission)
  const { date, time, ...wish } = submission.value
  const result = await bookAtDesk(ctx, { ...wish, localStart: `${date}T${time}` })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      fields: { date: ['Enter a time in the future'] },
      code: result.reason,
    })
  }
  const { locale } = ctx.studio
  const failed = result.failed.map(({ localStart, reason }) => {
    const at = `${dayTime(localStart, locale)} ${dayLong(localStart.slice(0, 10), locale)}`
    return `${at}: ${sentencesAtDesk[reason]}`
  })
  deliverSoon(app, ctx.db)
  const [first] = result.booked
  if (!first)
    return refused(submission, { form: failed, code: result.failed[0]?.reason ?? 'taken' })
  const message = [
    `${count(result.booked.length, 'appointment')} booked.`,
    ...(failed.length ? ['Not booked:', ...failed] : []),
  ]
  return redirectWithFlash(
    app,
    paths.manageAppointment(ctx.studio, first.appointmentId),
    message.join(' '),
  )
}

export default function NewAppointment() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, key, date, day, q, found, types, type, coaches, coach, rooms, free } = data
  const live = useLiveForm(
    'appointment',
    ['personId', 'roomId', 'date', 'time', 'weeks', 'people', 'guests'],
    {
      answer,
      values: {
        date,
        time: free[0]?.time ?? '09:00',
        weeks: '1',
        people: '1',
        personId: found?.[0]?.id ?? '',
      },
      rules: data.rules,
    },
  )
  const { fields } = live
  return (
    <>
      <BackLink to={paths.manageAppointments(studio, { from: date })}>Appointments</BackLink>
      <PageHead
        title="Book an appointment"
        intro="Choose what, with whom and for whom, then the time."
      />
      <Form className="filters" action={paths.manageAppointmentNew(studio)} role="search">
        <label className="narrow on">
          <span className="vh">Type</span>
          <select name="type" defaultValue={type?.id} key={type?.id}>
            {types.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="narrow on">
          <span className="vh">Coach</span>
          <select name="coach" defaultValue={coach?.id} key={coach?.id}>
            {coaches.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="narrow on">
          <span className="vh">Date</span>
          <input type="date" name="date" defaultValue={date} />
        </label>
        <SearchFilter label="Name or email of the person" value={q} />
        <button type="submit" className="button">
          Show free times
        </button>
      </Form>
      {type && coach ? (
        <>
          <p>
            {free.length > 0
              ? `Free with ${coach.name} on ${day}: ${free.map(({ text }) => text).join(', ')}.`
              : `${coach.name} has no free times on ${day}. You can book outside their hours.`}
          </p>
          {found?.length === 0 && (
            <p data-refusal="not_found">Nobody by that name. Add them as a member first.</p>
          )}
          {!found && <p className="muted">Find the person by name or email, then book.</p>}
          <LiveFormBody
            key={`${type.id}${coach.id}${date}${q}`}
            of={live}
            className="sheet-form two-columns"
          >
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="typeId" value={type.id} />
            <input type="hidden" name="coachId" value={coach.id} />
            <SelectField
              field={fields.personId}
              label="For"
              options={(found ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              empty="Find a person first"
            />
            <SelectField field={fields.roomId} label="Room" options={rooms} />
            <TextField field={fields.date} label="Date" type="date" />
            <TextField field={fields.time} label="Starts at" type="time" />
            <TextField field={fields.weeks} label="Weeks in a row" hint={`1 to ${mostWeeks}`} />
            <TextField field={fields.people} label="People" hint={`1 to ${type.people}`} />
            <TextField field={fields.guests} label="Who is coming along" />
            <div className="form-end whole">
              <SendButton sending="Booking…">Book {type.name}</SendButton>
            </div>
          </LiveFormBody>
        </>
      ) : (
        <p>Add an appointment type with a coach first.</p>
      )}
    </>
  )
}
