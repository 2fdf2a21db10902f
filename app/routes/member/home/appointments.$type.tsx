import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { slotsPage } from '#app/domain/appointments/appointment-pages.server.ts'
import {
  type AppointmentRefusal,
  appointmentSentences,
  typeWords,
} from '#app/domain/appointments/appointment-view.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClosedDays } from '#app/ui/timetable/closed-days.tsx'
import { parseInstant } from '#app/values/instant.ts'
import {
  clockTimeAt,
  count,
  dayLong,
  dayTime,
  weekdayShort,
  zoneName,
} from '#app/values/wording.ts'
import { addDays, isLocalDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['back-link', 'button', 'chip', 'say', 'slots'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.type.name}: choose a time` : 'Appointment', { matches })

const id = z.string().max(40).catch('')
const filters = z.object({
  coach: id,
  moves: id,
  day: z.string().refine(isLocalDate).nullable().catch(null),
})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(context)
  const wish = listParams(app, filters)
  const page = await slotsPage(ctx, viewer, params.type ?? '', wish)
  if (!page) throw notFound()
  const { type, coaches, coach, moving, days, shown, closed, shell } = page
  const { slug, locale, timeZone } = ctx.studio
  const last = days.at(-1)!.date
  return {
    studio: { slug },
    type: {
      id: type.id,
      name: type.name,
      words: typeWords(type, ctx.studio),
      approval: type.approval,
    },
    coaches,
    coach,
    moving: moving ? { id: moving.id, when: dayTime(moving.localStart, locale) } : null,
    closed,
    days: days.map(({ date, slots, closed: closedFor }) => ({
      date,
      closed: closedFor !== null,
      weekday: weekdayShort(date, locale),
      free: slots.length,
    })),
    shown: {
      date: shown.date,
      closed: shown.closed,
      title: dayLong(shown.date, locale),
      slots: shown.slots.map(({ startsAt }) => ({
        startsAt,
        text: clockTimeAt(startsAt, timeZone, locale),
      })),
    },
    // Closed days end; where nothing is offered at all, there is nothing behind them.
    next: days.some(({ slots, closed: closedFor }) => slots.length > 0 || closedFor !== null)
      ? addDays(last, 1)
      : null,
    zone: zoneName(timeZone, locale, shown.date),
    shell,
  }
}

const form = z.object({
  start: z.string().max(30),
  coach: z.string().max(40),
  moves: z.string().max(40).optional(),
})

/** Holds the start for 10 minutes and leads to its confirm page; 422 with why not. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { ctx } = await requireBooker(context)
  const submission = await parseForm(request, form)
  const startsAt = submission.status === 'success' ? parseInstant(submission.value.start) : null
  if (submission.status !== 'success' || !startsAt) return answer('not_offered')
  const { coach: coachId, moves } = submission.value
  const typeId = params.type ?? ''
  const result = await holdSlot(ctx, {
    typeId,
    coachId,
    startsAt,
    ...(moves ? { movesId: moves } : {}),
  })
  if (result.ok) return redirect(paths.appointment(ctx.studio, result.appointmentId), 303)
  if (result.reason === 'not_found') throw notFound()
  return answer(result.reason)
}

const answer = (refusal: AppointmentRefusal) =>
  json({ refusal, message: appointmentSentences[refusal] }, { status: 422 })

function freeWords(free: number, closed: boolean): string {
  if (closed) return 'closed'
  return free === 0 ? 'none free' : `${free} free`
}

function otherDaysWords(days: readonly { free: number }[], later: boolean): string {
  if (days.some(({ free }) => free > 0)) return 'Choose another day.'
  return `The other days here have none either.${later ? ' Look at later days.' : ''}`
}

export default function ChooseTime() {
  const {
    studio,
    type,
    coaches,
    coach,
    moving,
    days,
    shown,
    next,
    zone,
    closed: closedDays,
  } = useLoaderData<typeof loader>()
  const refused = useActionData() as { refusal: AppointmentRefusal; message: string } | undefined
  const to = (params: { coach?: string; day?: string }) =>
    paths.appointmentSlots(studio, type.id, { coach: coach?.id, moves: moving?.id, ...params })
  return (
    <Main slim>
      <BackLink to={paths.appointments(studio)}>Appointments</BackLink>
      <div className="stack">
        <h1>{type.name}</h1>
        <p className="soft">{type.words}</p>
        {moving && (
          <p>
            Choose a new time for your appointment on {moving.when}. It stays as it is until you
            confirm.
          </p>
        )}
      </div>
      {refused && (
        <p className="say bad" role="alert" data-refusal={refused.refusal}>
          <Icon name="warning" />
          <span>{refused.message}</span>
        </p>
      )}
      {coaches.length > 1 && (
        <nav className="chips" aria-label="Coach">
          {coaches.map(({ id, name }) => (
            <a
              key={id}
              className={id === coach?.id ? 'chip on' : 'chip'}
              aria-current={id === coach?.id || undefined}
              href={to({ coach: id })}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      <ClosedDays lines={closedDays} />
      <nav className="days" aria-label="Days">
        {days.map(({ date, weekday, free, closed }) => (
          <a
            key={date}
            className={free === 0 ? 'none' : undefined}
            aria-current={date === shown.date ? 'date' : undefined}
            href={to({ day: date })}
          >
            {weekday}
            <b>{Number(date.slice(8))}</b>
            <span className="vh">{freeWords(free, closed)}</span>
          </a>
        ))}
      </nav>
      <section className="stack mid-gap" aria-labelledby="starts">
        <h2 id="starts">{shown.title}</h2>
        {shown.slots.length > 0 ? (
          <>
            <p className="soft">
              {count(shown.slots.length, 'time')} with {coach?.name}, {zone}. Choose one and we hold
              it for 10 minutes.
            </p>
            <WhoForm
              method="post"
              className="starts"
              action={paths.appointmentSlots(studio, type.id)}
            >
              <input type="hidden" name="coach" value={coach?.id} />
              {moving && <input type="hidden" name="moves" value={moving.id} />}
              {shown.slots.map(({ startsAt, text }) => (
                <button
                  key={startsAt}
                  type="submit"
                  className="button"
                  name="start"
                  value={startsAt}
                >
                  {text}
                </button>
              ))}
            </WhoForm>
          </>
        ) : (
          <p data-refusal="not_offered">
            {shown.closed
              ? `The studio is closed on this day (${shown.closed}).`
              : `No free times ${coach ? `with ${coach.name} ` : ''}on this day.`}{' '}
            {otherDaysWords(days, next !== null)}
            {coaches.length > 1 && !shown.closed ? ' Or choose another coach.' : ''}
          </p>
        )}
        {next && (
          <p>
            <a className="more-room" href={to({ day: next })}>
              Later days
            </a>
          </p>
        )}
      </section>
    </Main>
  )
}
