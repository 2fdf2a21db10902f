/**
 * Where a room or a coach is taken already: told before something is put there, and asked about
 * once.
 */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import {
  clockTime,
  clockTimeAt,
  count,
  dayMonthYear,
  dayShortTime,
  weekday,
} from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { type Except, inTheWaySql, type WantedPlace } from './in-the-way-sql.server.ts'
import { gapWords, neverTwiceWords } from './room-clash-words.ts'
import { type Anyway, isMeant } from './shown-clashes.ts'

export type { WantedPlace } from './in-the-way-sql.server.ts'

export type Conflict = {
  /** Of the wanted one that it is in the way of. */
  forId: string | null
  /** What is in the way: for the guard of a write that is meant although it is. */
  id: string
  what: 'row' | 'coming' | 'block' | 'equipment' | 'unfit' | 'hours'
  localStart: LocalDateTime
  /** When it is over: an instant of what stands, a wall time of a class to come. */
  endsAt: Instant | null
  localEnd: LocalDateTime | null
  title: string
  roomName: string
  coachName: string
  /** Why a room or coach is out, minutes that a room needs before or after it, what equipment is short, what a coach does not hold, or when it is (JSON). */
  reason: string
  room: number
  /** The room is never booked twice. */
  neverTwice: number | null
  coach: number
  /** It is a draft: nobody is bound by it yet. */
  draft: number
}

/** So many are told by name; more would not be read. */
const mostListed = 6

/** So many can be known at once; a write in the way of more is refused although it is meant. */
const mostKnown = 1000

/** What is in the way of the wanted ones, in order of time. */
export function conflictsStatement(
  ctx: StudioContext,
  wanted: readonly WantedPlace[],
  { most = mostKnown, ...except }: Except & { most?: number } = {},
): Statement<Conflict[]> {
  return ctx.db.all<Conflict>(sql`
    SELECT DISTINCT way.for_id AS forId, way.id, way.what, way.local_start AS localStart,
      way.ends_at AS endsAt, way.local_end AS localEnd, coalesce(class_type.name, '') AS title,
      coalesce(room.name, '') AS roomName, coalesce(coach.name, '') AS coachName, way.reason,
      way.room, room.never_twice AS neverTwice, way.coach, way.draft
    FROM ${inTheWaySql(ctx, wanted, except)} AS way
    LEFT JOIN class_types AS class_type ON class_type.id = way.class_type_id
    LEFT JOIN rooms AS room ON room.id = way.room_id
    LEFT JOIN people AS coach ON coach.id = way.coach_id
    ORDER BY coalesce(way.local_start, way.starts_at) LIMIT ${most}`)
}

/**
 * What is in the way and was meant, by id, for the guard of a write; in `clashes` all that is in the
 * way where some of it was not shown to who means it (`anyway`). What is in a room that is never
 * booked twice is not among the ids, so that the guard refuses it. `more` is what else is asked about.
 * Nothing is read for who means nothing: the guard says what is in the way.
 */
export async function meantConflicts(
  ctx: StudioContext,
  wanted: readonly WantedPlace[],
  except: Except,
  { anyway, more = [] }: { anyway: Anyway; more?: readonly string[] },
): Promise<{ known: string[]; clashes?: never } | { clashes: string[]; known?: never }> {
  if (wanted.length === 0 && more.length === 0) return { known: [] }
  if (!anyway && more.length === 0) return { known: [] }
  const { found } = await batch(ctx.db, { found: conflictsStatement(ctx, wanted, except) })
  const clashes = [...conflictWords(found, ctx), ...more]
  if (!isMeant(anyway, clashes)) return { clashes }
  return { known: canBeMeant(found) }
}

/**
 * `Yoga room is taken Thu 15 Oct, 18:30 to 19:30, by Yin yoga`, `Ben Ode teaches Yin yoga Thu 15
 * Oct, 18:30 to 19:30`, `Yoga room is unavailable then: painters`, `Hoops: 9 needed then, 8 there`, `Ben Ode’s
 * First aid ended 3 October 2026`; the first six, and how many more.
 */
export function conflictWords(
  rows: readonly Conflict[],
  { studio: { timeZone, locale } }: StudioContext,
): string[] {
  const words = rows.flatMap((row) => {
    const { title, roomName, coachName, room, coach, reason } = row
    if (row.what === 'equipment') return [reason]
    if (row.what === 'unfit') return [unfitWords(coachName, JSON.parse(reason), locale)]
    if (row.what === 'hours') return [hoursWords(coachName, JSON.parse(reason), locale)]
    if (row.what === 'block')
      return [`${room ? roomName : coachName} is unavailable then: ` + `${reason}`]
    const until = row.endsAt
      ? clockTimeAt(row.endsAt, timeZone, locale)
      : clockTime(row.localEnd ?? row.localStart, locale)
    const when = `${dayShortTime(row.localStart, locale)} to ${until}`
    const planned = `is planned for ${title} ${when}`
    const gap = reason ? gapWords(reason) : ''
    const refused = isRefused(row) ? neverTwiceWords : ''
    if (row.draft)
      return [
        ...(room ? [`${roomName} ${planned}${gap}${refused}`] : []),
        ...(coach ? [`${coachName} ${planned}`] : []),
      ]
    return [
      ...(room ? [`${roomName} is taken ${when}, by ${title}${gap}${refused}`] : []),
      ...(coach ? [`${coachName} teaches ${title} ${when}`] : []),
    ]
  })
  const all = [...new Set(words)]
  const rest = all.length - mostListed
  return rest > 0
    ? [...all.slice(0, mostListed), `And ${count(rest, 'more clash', 'more clashes')}`]
    : all
}

/** Nobody can mean it: something in a room that is never booked twice. */
export const isRefused = ({ what, room, neverTwice }: Conflict) =>
  (what === 'row' || what === 'coming') && room === 1 && neverTwice === 1

/** Ids of what the guard of a write may let pass, once it was shown and is meant. */
export const canBeMeant = (rows: readonly Conflict[]): string[] =>
  rows.filter((row) => !isRefused(row)).map(({ id }) => id)

/** `Ben Ode’s hours for classes leave out Thursday, 18:30 to 19:30`. */
const hoursWords = (
  coachName: string,
  { from, until }: { from: LocalDateTime; until: LocalDateTime },
  locale: string,
) =>
  `${coachName}’s hours for classes leave out ${weekday(from.slice(0, 10), locale)}, ` +
  `${clockTime(from, locale)} to ${clockTime(until, locale)}`

/** What a coach lacks; what blocks also says what to do. */
function unfitWords(
  coachName: string,
  { kind, ended, block }: { kind: string; ended: string | null; block: number },
  locale: string,
): string {
  const lacks = ended
    ? `${coachName}’s ${kind} ended ${dayMonthYear(ended, locale)}`
    : `${coachName} has no ${kind} for that date`
  return block
    ? `${lacks}, and nobody may teach this without it. Renew it under Staff, or choose someone else`
    : lacks
}
