/**
 * When an appointment can start: availability less everything that binds the coach, less what is in
 * the room. Pure.
 */
import { addMinutes, type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, type LocalDate, localDateTime } from '#app/values/zone.ts'

/** From an instant until another; the end is not part of it. */
export type Span = { from: Instant; until: Instant }

/** Hours of one weekday on the wall of a zone; `until` may be `24:00`. */
export type WeeklyHours = { weekday: number; from: string; until: string; timeZone: string }

/** Hours of one date: `away` takes them out of the week's, `extra` puts them on top. */
export type DatedHours = {
  date: LocalDate
  kind: 'away' | 'extra'
  from: string
  until: string
  timeZone: string
}

/** `13:00` of a date as an instant; `24:00` is the start of the next day. */
function at(date: LocalDate, time: string, timeZone: string): Instant {
  return time === '24:00'
    ? instantOf(`${addDays(date, 1)}T00:00`, timeZone)
    : instantOf(`${date}T${time}`, timeZone)
}

/**
 * A coach's hours on one local date, as spans that do not touch, in order of time. Wall times that
 * a clock change skips move forward, and one that happens twice is the first (R5), so hours over
 * the change are as long as they really are.
 */
export function hoursOn(
  date: LocalDate,
  weekly: readonly WeeklyHours[],
  dated: readonly DatedHours[],
): Span[] {
  const span = ({ from, until, timeZone }: Omit<WeeklyHours, 'weekday'>): Span => ({
    from: at(date, from, timeZone),
    until: at(date, until, timeZone),
  })
  const ofDay = dated.filter((hours) => hours.date === date)
  const open = [
    ...weekly.filter(({ weekday }) => weekday === isoWeekday(date)).map(span),
    ...ofDay.filter(({ kind }) => kind === 'extra').map(span),
  ]
  return without(joined(open), ofDay.filter(({ kind }) => kind === 'away').map(span))
}

/** Spans in order, those that meet made one, empty ones left out. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of [...spans].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (span.until <= span.from) continue
    const last = result.at(-1)
    if (last && span.from <= last.until)
      last.until = last.until > span.until ? last.until : span.until
    else result.push({ ...span })
  }
  return result
}

function without(spans: readonly Span[], gone: readonly Span[]): Span[] {
  return gone.reduce<Span[]>(
    (left, away) =>
      left.flatMap((span) => {
        if (away.until <= span.from || away.from >= span.until) return [span]
        const parts = [
          { from: span.from, until: away.from },
          { from: away.until, until: span.until },
        ]
        return parts.filter(({ from, until }) => from < until)
      }),
    [...spans],
  )
}

export type SlotQuestion = {
  /** The coach's hours, in order (`hoursOn`). */
  hours: readonly Span[]
  minutes: number
  bufferBefore: number
  bufferAfter: number
  /** Starts lie on multiples of it on the wall clock of `timeZone`: 5 to 60 minutes. */
  gridMinutes: number
  timeZone: string
  /** What binds the coach, with the buffers it has of its own. */
  bound: readonly Span[]
  /** Rooms in the order they are wished, each with what is in it. */
  rooms: readonly { id: string; taken: readonly Span[] }[]
  /** Starts lie at or between these. */
  earliest: Instant
  latest: Instant
}

export type Slot = { startsAt: Instant; roomId: string }

/**
 * Every start at which the appointment lies within the coach's hours, the coach is free with the
 * buffers of both sides, and a room is free: the first such room. Buffers bind the coach only: not
 * the room, and not the end of the hours.
 */
export function freeSlots(question: SlotQuestion): Slot[] {
  const { minutes, bufferBefore, bufferAfter, bound, rooms, earliest, latest } = question
  return question.hours.flatMap((hours) =>
    startsIn(hours, question).flatMap((startsAt): Slot[] => {
      const endsAt = addMinutes(startsAt, minutes)
      if (endsAt > hours.until || startsAt < earliest || startsAt > latest) return []
      const busy = {
        from: addMinutes(startsAt, -bufferBefore),
        until: addMinutes(endsAt, bufferAfter),
      }
      if (bound.some((other) => meet(other, busy))) return []
      const room = rooms.find(
        ({ taken }) => !taken.some((other) => meet(other, { from: startsAt, until: endsAt })),
      )
      return room ? [{ startsAt, roomId: room.id }] : []
    }),
  )
}

/** So many pieces in use over a span. */
export type Use = Span & { people: number }

/** Spans in which fewer than `wanted` of `usable` pieces are left beside what is in use. */
export function shortSpans(uses: readonly Use[], usable: number, wanted: number): Span[] {
  if (wanted > usable) return [{ from: '0000', until: '9999' }]
  const instants = [...new Set(uses.flatMap(({ from, until }) => [from, until]))].sort()
  const whole = instants.slice(0, -1).flatMap((from, i): Span[] => {
    const inUse = uses
      .filter((use) => use.from <= from && use.until > from)
      .reduce((sum, { people }) => sum + people, 0)
    return inUse + wanted > usable ? [{ from, until: instants[i + 1]! }] : []
  })
  return joined(whole)
}

const meet = (a: Span, b: Span) => a.from < b.until && a.until > b.from

/**
 * Zones differ by whole quarters of an hour, so a grid of quarters lies on quarters of every clock.
 */
const stepOf = (gridMinutes: number) => (gridMinutes % 15 === 0 ? 15 : 5)

/**
 * Instants of a span whose wall time is on the grid; an hour that happens twice has its starts
 * twice.
 */
function startsIn({ from, until }: Span, { gridMinutes, timeZone }: SlotQuestion): Instant[] {
  const step = stepOf(gridMinutes) * 60_000
  const starts: Instant[] = []
  for (let ms = Math.ceil(instantToMs(from) / step) * step; ms < instantToMs(until); ms += step) {
    const startsAt = instantFromMs(ms)
    const wall = localDateTime(startsAt, timeZone)
    if ((Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))) % gridMinutes === 0)
      starts.push(startsAt)
  }
  return starts
}
