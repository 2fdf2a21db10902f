import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { closedRoomsStatement, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import {
  type Conflict,
  canBeMeant,
  conflictsStatement,
  conflictWords,
} from '#app/domain/calendar/conflicts.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { expand } from '#app/values/recurrence.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { count } from '#app/values/wording.ts'
import { addDays, firstOfWeek, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { copyOfSeries, type SeriesToCopy } from './copy-of-series.ts'

/** Weeks to copy from and where to: dates in the weeks meant. */
export type TermSpan = { from: LocalDate; weeks: number; to: LocalDate }

export type TermCopy = {
  /** The series it is made of. */
  sourceId: string
  title: string
  coachName: string
  roomName: string
  firstStart: LocalDateTime
  rrule: string
  minutes: number
  starts: LocalDateTime[]
  /** Dates that are left out because the room is closed then. */
  closed: LocalDate[]
  clashes: string[]
}

export type LeftOut = {
  sourceId: string
  title: string
  why: 'goes_on' | 'not_weekly' | 'closed' | 'coach_left' | 'past'
}

type Row = SeriesToCopy & {
  title: string
  coachId: string
  coachName: string
  coachWorks: number
  roomId: string
  roomName: string
  classTypeId: string
  policyId: string
  minutes: number
  capacity: number
}

/** More weekly classes no studio has. */
const mostSeries = 1000

/**
 * So many spans are asked about in one statement, those of one room beside each other: each statement
 * then reads only the series of few rooms, and its parameter stays far under the 2 MB there are.
 */
const spansAtOnce = 200

/**
 * What a copy would meet, in words. The same class at the same times is what somebody has copied
 * before: it is counted, not listed as if it were another.
 */
function wayWords(
  ctx: StudioContext,
  { title }: Row,
  starts: readonly LocalDateTime[],
  taken: readonly Conflict[],
): string[] {
  const isTwin = (one: Conflict) =>
    one.title === title && one.room + one.coach === 2 && starts.includes(one.localStart)
  const twins = taken.filter(isTwin)
  const drafts = twins.filter(({ draft }) => draft === 1).length
  const there = (n: number, how: string) =>
    n === 0 ? [] : [`${n} of ${count(starts.length, 'class', 'classes')} already ${how}`]
  return [
    ...there(drafts, 'drafted'),
    ...there(twins.length - drafts, 'on the timetable'),
    ...conflictWords(
      taken.filter((one) => !isTwin(one)),
      ctx,
    ),
  ]
}

/**
 * What copying the term would make, before anything is made: each weekly class with its new dates
 * on the same wall times, without closed days, and what it would meet. Left out is what goes on
 * into the target weeks on its own, what does not repeat weekly, whose coach has left, and what
 * would be over already.
 */
export async function previewTermCopy(
  ctx: StudioContext,
  span: TermSpan,
): Promise<{ copies: TermCopy[]; left: LeftOut[] }> {
  const { copies, left } = await planCopy(ctx, span)
  return { copies: copies.map(({ copy }) => copy), left }
}

/**
 * The same with what making them needs: `own` are the copies' ids, which are not in each other's
 * way; `only` these series are looked at.
 */
export async function planCopy(
  ctx: StudioContext,
  { from, weeks, to }: TermSpan,
  { own = [], only }: { own?: readonly string[]; only?: readonly string[] } = {},
) {
  const { db, studio, now } = ctx
  const weeksFrom = (date: LocalDate) => {
    const first = firstOfWeek(date, studio)
    return { from: first, until: addDays(first, weeks * 7 - 1) }
  }
  const [source, target] = [weeksFrom(from), weeksFrom(to)]
  const { rows, closed } = await batch(db, {
    rows: db.all<Row>(sql`
      SELECT series.id, series.first_start AS firstStart, series.time_zone AS timeZone,
        series.rrule, series.except_dates AS exceptDates, series.minutes,
        series.capacity, series.class_type_id AS classTypeId, series.room_id AS roomId,
        series.coach_id AS coachId, class_type.name AS title, room.name AS roomName,
        coach.name AS coachName, coach.is_staff = 1
        AND coach.archived_at IS NULL AS coachWorks,
        (SELECT newest.id FROM policies AS newest
          WHERE newest.studio_id = series.studio_id AND newest.name = policy.name
          ORDER BY newest.version DESC LIMIT 1) AS policyId
      FROM series JOIN class_types AS class_type ON class_type.id = series.class_type_id
      JOIN rooms AS room ON room.id = series.room_id
      JOIN people AS coach ON coach.id = series.coach_id
      JOIN policies AS policy ON policy.id = series.policy_id
      WHERE series.studio_id = ${studio.id} AND series.ended_at IS NULL
        AND series.first_start < ${`${source.until}~`}
        AND class_type.archived_at IS NULL
        AND series.id NOT IN (SELECT value FROM json_each(${JSON.stringify(own)}))
        AND ${only ? sql`series.id IN (SELECT value FROM json_each(${JSON.stringify(only)}))` : sql`1`}
      ORDER BY substr(series.first_start, 12), class_type.name LIMIT ${mostSeries}`),
    closed: closedRoomsStatement(ctx, target),
  })
  const left: LeftOut[] = []
  const plans = rows.flatMap((row) => {
    const plan = copyOfSeries(row, source, target)
    const drop = (why: LeftOut['why']) => {
      left.push({ sourceId: row.id, title: row.title, why })
      return []
    }
    if (plan === null) return []
    if (typeof plan === 'string') return drop(plan)
    if (row.coachWorks === 0) return drop('coach_left')
    const starts = expand({
      ...plan,
      timeZone: row.timeZone,
      from: target.from,
      until: target.until,
    })
    if (starts.some(({ startsAt }) => startsAt <= now)) return drop('past')
    const isClosed = (local: LocalDateTime) =>
      closureOf(closed, row.roomId, local.slice(0, 10)) !== undefined
    const open = starts.filter(({ localStart }) => !isClosed(localStart))
    return open.length === 0 ? drop('closed') : [{ row, plan, starts, open, isClosed }]
  })
  const wanted = plans.flatMap(({ row, open }) =>
    open.map(({ startsAt }) => ({
      id: row.id,
      startsAt,
      endsAt: addMinutes(startsAt, row.minutes),
      roomId: row.roomId,
      coachId: row.coachId,
      // As making it asks: its set-up, and what its coach has to hold.
      needs: { classTypeId: row.classTypeId, people: 0 },
    })),
  )
  wanted.sort((a, b) => compareTexts(a.roomId, b.roomId))
  const parts = Array.from({ length: Math.ceil(wanted.length / spansAtOnce) }, (_, part) =>
    wanted.slice(part * spansAtOnce, (part + 1) * spansAtOnce),
  )
  const answers = await batch(
    db,
    Object.fromEntries(
      parts.map((spans, part) => [
        `taken${part}`,
        conflictsStatement(ctx, spans, { seriesIds: own, drafts: true, most: 600 }),
      ]),
    ),
  )
  const taken = Object.values(answers).flat()
  const copies = plans.map(({ row, plan, starts, open, isClosed }) => ({
    row,
    /** What was told of it, and can be meant by who copies it all the same. */
    known: canBeMeant(taken.filter(({ forId }) => forId === row.id)),
    copy: {
      sourceId: row.id,
      title: row.title,
      coachName: row.coachName,
      roomName: row.roomName,
      minutes: row.minutes,
      ...plan,
      starts: open.map(({ localStart }) => localStart),
      closed: starts.flatMap(({ localStart }) =>
        isClosed(localStart) ? [localStart.slice(0, 10)] : [],
      ),
      clashes: wayWords(
        ctx,
        row,
        open.map(({ localStart }) => localStart),
        taken.filter(({ forId }) => forId === row.id),
      ),
    } satisfies TermCopy,
  }))
  return { copies, left }
}
