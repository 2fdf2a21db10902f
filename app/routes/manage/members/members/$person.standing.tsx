import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
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
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { factsLine } from '#app/values/text/separators.ts'
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
      note: factsLine([
        place.kind === 'standing' ? 'Standing place' : 'Their own repeat',
        place.untilDate ? `until ${dayMonthYear(place.untilDate, locale)}` : 'with no end date',
        `${count(place.booked, 'date')} ahead booked`,
        place.missed > 0 ? `${count(place.missed, 'date')} could not be` : '',
      ]),
      warn: place.missed > 0,
    })),
    today: localDate(ctx.now, ctx.studio.timeZone),
    key: newId(),
  }
}

const sentences = {
  banned: 'They are banned. End the ban on their profile first.',
  already:
    'They already have a standing place in this class or repeat it themselves. End ' +
    'that first.',
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
      ended ? 'Ended. Booked classes stay.' : 'It had already ended.',
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
    return redirectWithFlash(
      app,
      back,
      `Standing place added. ${count(result.booked, 'date')} booked.`,
    )
  if (result.reason === 'not_found') {
    if (!(await standingPlacesPage(ctx, personId))) throw notFound()
    return refused(submission, {
      code: 'not_found',
      fields: { series: ['This class is ending. Choose another.'] },
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
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead
        title={`Standing places of ${person.name}`}
        intro={
          'The same place every week, booked before anyone else as soon as a class is on the ' +
          'timetable, if they have a plan or credits for it. They can cancel single dates.'
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
  if (person.archived) return <Empty icon="off" title="Archived" text="Restore them first." />
  if (options.length === 0)
    return (
      <Empty
        icon="calendar"
        title="No weekly classes"
        text="A standing place needs a weekly class."
      />
    )
  return (
    <section>
      {places.length > 0 && (
        <div className="section-head">
          <h2>Add a standing place</h2>
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
          <DateField field={form.fields.until} label="Until" hint="Leave empty for no end date" />
        </div>
        <FormEnd sending="Booking…" cancel={paths.managePerson(studio, person.id)}>
          Add standing place
        </FormEnd>
      </LiveFormBody>
    </section>
  )
}
