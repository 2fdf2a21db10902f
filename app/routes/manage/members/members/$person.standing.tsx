import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  endStandingPlace,
  giveStandingPlace,
} from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import {
  endStandingForm,
  standingPlaceForm,
} from '#app/domain/bookings/standing-places/standing-place-form.ts'
import { everyWords } from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { standingPlacesPage } from '#app/domain/bookings/standing-places/standing-places-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  parsePosted,
  readPosted,
  refused,
} from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Standing places', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const page = await standingPlacesPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, locale } = ctx.studio
  return {
    rules: fieldRules(standingPlaceForm),
    studio: { slug },
    person: page.person,
    options: page.options,
    places: page.places.map((place) => ({
      id: place.id,
      every: everyWords(place, locale),
      what: `${place.title}, ${place.coachName}, ${place.roomName}`,
      note: [
        place.kind === 'standing' ? 'Standing place' : 'Their own repeat',
        place.untilDate ? `until ${dayMonthYear(place.untilDate, locale)}` : 'until it is ended',
        `${count(place.booked, 'date')} ahead booked`,
        place.missed > 0 ? `${count(place.missed, 'date')} could not be` : '',
      ]
        .filter(Boolean)
        .join(' · '),
      warn: place.missed > 0,
    })),
    today: localDate(ctx.now, ctx.studio.timeZone),
    key: newId(),
  }
}

const sentences = {
  already: 'They have a standing place in this class, or repeat it themselves. End that first.',
  dates: 'The last day is before the first.',
} as const

/** Gives a standing place, or ends one: 303 with what it did, 422 with why not. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const personId = params.person ?? ''
  const back = paths.managePersonAct(ctx.studio, personId, 'standing')
  const posted = await readPosted(request)
  const ending = parsePosted(posted, endStandingForm)
  if (ending.status === 'success') {
    const ended = await endStandingPlace(ctx, personId, ending.value.end)
    return redirectWithFlash(
      app,
      back,
      ended ? 'Ended. What is booked stays.' : 'It was ended before.',
    )
  }
  const submission = parsePosted(posted, standingPlaceForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, series, from, until } = submission.value
  const result = await giveStandingPlace(ctx, personId, {
    id: key,
    seriesId: series,
    from,
    until: until ?? null,
  })
  if (result.ok)
    return redirectWithFlash(app, back, `Given. ${count(result.booked, 'date')} booked at once.`)
  if (result.reason === 'not_found') {
    if (!(await standingPlacesPage(ctx, personId))) throw notFound()
    return refused(submission, {
      code: 'not_found',
      fields: { series: ['This class does not go on. Choose another.'] },
    })
  }
  const field = result.reason === 'dates' ? 'until' : 'series'
  return refused(submission, {
    code: result.reason,
    fields: { [field]: [sentences[result.reason]] },
  })
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function StandingPlaces() {
  const data = useLoaderData<typeof loader>()
  const { studio, person, places } = data
  return (
    <>
      <Link className="back" to={paths.managePerson(studio, person.id)}>
        <Icon name="back" /> {person.name}
      </Link>
      <PageHead
        title={`Standing places of ${person.name}`}
        intro={
          'The same place every week, booked ahead of everybody as soon as a class is on the ' +
          'timetable, if something of theirs pays for it. They may give up single dates.'
        }
      />
      {places.length > 0 && (
        <ul className="holds">
          {places.map(({ id, every, what, note, warn }) => (
            <li key={id}>
              <b>{every}</b>
              <p>{what}</p>
              <p className={warn ? 'warn' : 'muted'}>{note}</p>
              <Form method="post">
                <button type="submit" className="button quiet" name="end" value={id}>
                  End<span className="vh"> {every}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <GivePlace data={data} />
    </>
  )
}

/** The form for one more, or why none can be given. */
function GivePlace({ data }: { data: Data }) {
  const { rules, studio, person, options, places, today, key } = data
  const form = useLiveForm('standing', ['series', 'from', 'until'], {
    answer: useActionData<FormAnswer>(),
    values: { from: today },
    rules,
  })
  if (person.archived) return <Empty icon="off" title="Archived" text="Bring them back first." />
  if (options.length === 0)
    return (
      <Empty
        icon="calendar"
        title="No class repeats"
        text="A standing place is one of a class that repeats."
      />
    )
  return (
    <section>
      {places.length > 0 && (
        <div className="section-head">
          <h2>Give another</h2>
        </div>
      )}
      <LiveFormBody of={form} key={key}>
        <input type="hidden" name="key" value={key} />
        <div className="sheet-form">
          <SelectField
            field={form.fields.series}
            label="Class"
            options={options}
            empty="Choose a class"
          />
          <DateField field={form.fields.from} label="From" />
          <DateField
            field={form.fields.until}
            label="Until"
            hint="Empty goes on until you end it"
          />
        </div>
        <div className="form-end">
          <SendButton sending="Booking…">Give the place</SendButton>
          <Link className="button quiet" to={paths.managePerson(studio, person.id)}>
            Leave it
          </Link>
        </div>
      </LiveFormBody>
    </section>
  )
}
