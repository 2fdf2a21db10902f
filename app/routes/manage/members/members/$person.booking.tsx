import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { bookForPersonPage } from '#app/domain/bookings/roster/book-for-person-page.server.ts'
import {
  type ClassForPersonWords,
  classForPersonWords,
} from '#app/domain/bookings/roster/class-for-person-words.ts'
import { bookForPersonForm, walkInPay } from '#app/domain/bookings/roster/desk-forms.ts'
import { walkInRefusal } from '#app/domain/bookings/roster/desk-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { DropInButton } from '#app/ui/schedule/drop-in-button.tsx'
import { WhyBelow } from '#app/ui/schedule/why-below.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { dayLong } from '#app/values/wording.ts'
import { addDays, isLocalDate, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Book a class${data ? ` for ${data.person.name}` : ''}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const { slug, timeZone, locale } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const asked = app.url.searchParams.get('day') ?? ''
  const day = isLocalDate(asked) && asked >= today ? asked : today
  const page = await bookForPersonPage(ctx, params.person ?? '', day)
  if (!page) throw notFound()
  const { person, classes, nextDay } = page
  // Late in the evening the next classes are those of another day.
  if (asked === '' && classes.length === 0 && nextDay)
    throw redirect(paths.managePersonAct(ctx.studio, person.id, 'booking', { day: nextDay }))
  const formats = formatsAt(ctx.studio, ctx.now)
  const dayWords = (date: string) => ({ date, name: dayLong(date, locale) })
  return {
    studio: { slug },
    rules: fieldRules(bookForPersonForm),
    canAddPlaces: may(viewer.role, 'schedule:write'),
    take: may(viewer.role, 'payments:take'),
    person,
    today,
    day: dayWords(day),
    before: day > today ? addDays(day, -1) : null,
    after: addDays(day, 1),
    nextDay: nextDay && dayWords(nextDay),
    classes: classes.map((one) => classForPersonWords(one, formats)),
  }
}

/** Books one class for them: 303 to their profile, or why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'roster:write')
  const personId = params.person ?? ''
  const back = paths.managePersonAct(ctx.studio, personId, 'booking')
  const submission = await parseForm(request, bookForPersonForm)
  if (submission.status !== 'success')
    throw refusalPage('class_missing', 'Choose a class to book.', back)
  const { occurrenceId, pay, reason } = submission.value
  const result = await addWalkIn(ctx, occurrenceId, {
    personId,
    reason,
    ...walkInPay(pay),
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    const profile = paths.managePerson(ctx.studio, personId)
    throw refusalPage(result.reason, walkInRefusal(result, ctx.studio), profile)
  }
  deliverSoon(app, ctx.db)
  const message = result.again ? 'They’re already booked.' : `Booked, paid with ${result.pays}.`
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), message)
}

export default function BookForPerson() {
  const data = useLoaderData<typeof loader>()
  const { studio, person, rules, today, day, before, after, nextDay, classes } = data
  const { canAddPlaces, take } = data
  const on = (date: string) => paths.managePersonAct(studio, person.id, 'booking', { day: date })
  return (
    <>
      <BackLink to={paths.managePerson(studio, person.id)}>{person.name}</BackLink>
      <PageHead title={`Book a class for ${person.name}`} intro={day.name} />
      <Form className="filters" aria-label="Day">
        {before && (
          <Link className="button" to={on(before)}>
            Day before
          </Link>
        )}
        <label className="narrow">
          <span className="vh">Day</span>
          <input type="date" name="day" defaultValue={day.date} min={today} key={day.date} />
        </label>
        <button type="submit" className="button">
          Show day
        </button>
        <Link className="button" to={on(after)}>
          Next day
        </Link>
      </Form>
      {person.archived && (
        <Empty icon="off" title="Archived" text="Restore them first, then book." />
      )}
      {!person.archived && classes.length === 0 && (
        <Empty
          icon="calendar"
          title="No classes to book on this day"
          text="Classes that are on the timetable and not over appear here."
        >
          {nextDay && (
            <Link className="button" to={on(nextDay.date)}>
              See {nextDay.name}
            </Link>
          )}
        </Empty>
      )}
      {!person.archived && classes.length > 0 && (
        <ul className="lines bookable">
          {classes.map((one) => (
            <Bookable key={one.id} {...{ studio, person, one, rules, canAddPlaces, take }} />
          ))}
        </ul>
      )}
    </>
  )
}

function Bookable(props: {
  studio: { slug: string }
  person: { id: string; name: string }
  one: ClassForPersonWords
  rules: ReturnType<typeof fieldRules>
  canAddPlaces: boolean
  take: boolean
}) {
  const { studio, person, one, rules, canAddPlaces, take } = props
  const { id, title, at, until, where, says, paid, dropIn, below, shut } = one
  return (
    <li>
      <b>
        {at} <span className="vh">to {until}</span>
      </b>
      <div className="which">
        <Link to={paths.manageClass(studio, id)}>{title}</Link>
        <p className="muted">{where}</p>
        <p className={paid || shut === 'there' ? 'muted' : undefined}>{says}</p>
      </div>
      {shut === 'full' && canAddPlaces && (
        <Link className="button small" to={paths.manageClassAct(studio, id, 'capacity')}>
          Change places
        </Link>
      )}
      {shut === null && (paid || dropIn) && (
        <SmallForm id={`book-${id}`} names={['reason']} rules={rules} className="add">
          {({ reason }) => (
            <>
              <input type="hidden" name="occurrenceId" value={id} />
              {below !== null && <WhyBelow field={reason} name={person.name} level={below} />}
              {paid && (
                <button type="submit" className="button small primary" name="pay" value="rule">
                  Book {at}
                  <span className="vh">
                    {' '}
                    {title} for {person.name}
                  </span>
                </button>
              )}
              {dropIn && <DropInButton price={dropIn} name={person.name} take={take} />}
            </>
          )}
        </SmallForm>
      )}
    </li>
  )
}
