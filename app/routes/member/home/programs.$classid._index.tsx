import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { enrolAvailability } from '#app/domain/courses/enrolments/enrol-availability.ts'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { quoteFor } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import {
  availabilitySentence,
  courseDatesWords,
  courseRules,
  placesIn,
  priceForMe,
  sessionDay,
  sessionState,
} from '#app/domain/courses/programs/program-words.ts'
import { programPage } from '#app/domain/courses/programs/programs-page.server.ts'
import { isTrainingProgram } from '#app/domain/programs/program-queries.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ProgramAct } from '#app/ui/courses/program-act.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { courseFacts } from '#app/ui/share/structured-data.ts'
import { WhereLink } from '#app/ui/timetable/where-link.tsx'
import { clockTime, count, dayShort, money } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'program', 'say', 'lines', 'timeline', 'dock', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageTitle('Program', { matches })
  const { studio, id, name, description, dates, shared } = data
  return shareMeta(
    { matches },
    {
      title: name,
      description: `${dates}. ${description || `${name} at ${studio.name}.`}`,
      path: paths.program(studio, id),
      facts: shared
        ? (at) =>
            courseFacts(
              { ...shared, name, description, studio, path: paths.program(studio, id) },
              at,
            )
        : undefined,
    },
  )
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await viewStudio(context)
  const page = await programPage(ctx, viewer, params.classid ?? '')
  // A training program is one of the programs as well; it has a page of its own.
  if (!page && (await isTrainingProgram(ctx, params.classid ?? '')))
    throw redirect(paths.plan(ctx.studio, params.classid ?? ''))
  if (!page) throw notFound()
  const { facts, location, makeUps, shell } = page
  const { course, sessions, mine, now } = facts
  const { slug, name, address, town, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const availability = enrolAvailability(facts)
  const quote = quoteFor(facts)
  const left = availability.kind === 'open' ? availability.placesLeft : null
  const [first, last] = [sessions[0], sessions.at(-1)]
  return {
    studio: { slug, name, address, town },
    /** What others are told of it; anyone who is signed in does not carry it. */
    shared:
      first && last && !viewer
        ? {
            startsAt: first.startsAt,
            endsAt: last.endsAt,
            priceMinor: course.priceMinor,
            currency,
            full: availability.kind === 'waitlist',
            coach: course.coachName,
          }
        : null,
    id: course.id,
    kind: course.kind,
    name: course.name,
    description: course.description,
    dates: courseDatesWords(course, locale),
    availability: {
      kind: availability.kind,
      offered: availability.kind === 'held' && availability.offered,
    },
    message: availabilitySentence(availability, formats),
    refused:
      availability.kind === 'refused'
        ? { reason: availability.reason, ...enrolRefusalWords(availability, formats) }
        : null,
    price: priceForMe(availability, course, formats),
    places:
      left !== null ? `${left} of ${count(course.capacity, 'place')} left` : placesIn(availability),
    withdraw:
      quote && (quote.refundMinor > 0 ? money(quote.refundMinor, currency, locale) : 'nothing'),
    paid:
      mine?.state === 'enrolled'
        ? `${money(mine.priceMinor, currency, locale)} for ${count(mine.sessions, 'session')}`
        : null,
    makeUps: makeUps.map(({ id, validUntil }) => ({ id, until: dayShort(validUntil, locale) })),
    where: { room: course.roomName, ...location },
    facts: [
      [
        'Who teaches',
        course.guestName ? `${course.coachName}, with ${course.guestName}` : course.coachName,
      ],
      [
        'Level',
        course.level ? `From ${course.level} in ${course.discipline}` : 'Open to all levels',
      ],
      ...(course.bring ? [['What to bring', course.bring]] : []),
    ] as [string, string][],
    sessions: sessions.map((session) => ({
      id: session.id,
      day: sessionDay(session, locale),
      time: clockTime(session.localStart, locale),
      topic: session.topic,
      coach: session.coachName === course.coachName ? '' : `with ${session.coachName}`,
      past: session.endsAt <= now,
      off: session.state === 'cancelled',
      ...sessionState(session, now),
    })),
    rules: courseRules(course, facts.today, formats),
    signedIn: facts.signedIn,
    shell,
  }
}

export default function Program() {
  const data = useLoaderData<typeof loader>()
  const { studio, sessions, rules, makeUps } = data
  const lets = useStudioLets()
  return (
    <Main>
      <BackLink to={paths.programs(studio)}>Programs</BackLink>
      <div className="two">
        <div className="stack wide-gap">
          <div className="stack">
            <h1>{data.name}</h1>
            <p>
              <b>{data.dates}</b>
            </p>
            {data.description && <p>{data.description}</p>}
          </div>
          <dl className="lines tight">
            {data.facts.map(([name, value]) => (
              <div key={name}>
                <dt className="soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt className="soft">Where</dt>
              <dd>
                <WhereLink studio={studio} {...data.where} />
              </dd>
            </div>
          </dl>
        </div>
        <ProgramAct {...data} />
        <section className="stack" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <ol>
            {sessions.map(({ id, day, time, topic, coach, past, off, text, give }) => (
              <li key={id} className={past || off ? 'session past' : 'session'}>
                <time>
                  {off ? <s>{day}</s> : day}
                  <small>{time}</small>
                </time>
                <span>
                  {topic || <span className="soft">Topic to be announced</span>}
                  {coach && <small>{coach}</small>}
                </span>
                {give && lets('cancel_bookings') ? (
                  <a href={paths.cancelBooking(studio, give)}>
                    Give up<span className="vh"> {day}</span>
                  </a>
                ) : (
                  <small>{text}</small>
                )}
              </li>
            ))}
          </ol>
          {makeUps.map(({ id, until }) => (
            <p key={id} className="soft">
              1 make-up to use by {until}.{' '}
              <a href={paths.timetable(studio, { places: '1' })}>Find a session</a>
            </p>
          ))}
        </section>
        <section className="stack mid-gap" aria-labelledby="rules">
          <h2 id="rules">Rules</h2>
          <Timeline entries={rules.map(({ when, what }, i) => ({ key: `${i}`, when, what }))} />
        </section>
      </div>
    </Main>
  )
}
