import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { closedRoomsStatement, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { expand } from '#app/values/recurrence.ts'
import { addDays, type LocalDate, type LocalDateTime, mondayOf } from '#app/values/zone.ts'
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
const mostSeries = 200

/**
 * What copying the term would make, before anything is made: each weekly class with its new dates
 * on the same wall times, without closed days, and what it would meet. Left out is what goes on
 * into the target weeks by itself, what does not repeat weekly, whose coach has left, and what
 * would be over already.
 */
export async function previewTermCopy(
  ctx: StudioContext,
  span: TermSpan,
): Promise<{ copies: TermCopy[]; left: LeftOut[] }> {
  const { copies, left } = await planCopy(ctx, span)
  return { copies: copies.map(({ copy }) => copy), left }
}

export type CopyTermResult = {
  made: number
  classes: number
  refused: { title: string; reason: string }[]
}

/**
 * Copies the chosen series, as drafts or on the timetable at once. `seen` are those whose clashes
 * were on the page: any other that meets something is refused. The form's key makes the new ids, so
 * sending it twice makes one copy; a copy that was cut off is finished by sending it again.
 */
export async function copyTerm(
  ctx: StaffContext,
  {
    key,
    series,
    seen = [],
    draft,
    ...span
  }: TermSpan & {
    key: string
    series: readonly string[]
    seen?: readonly string[]
    draft: boolean
  },
): Promise<CopyTermResult> {
  const together = await Promise.all(series.map((id) => derivedId(key, id)))
  const { copies } = await planCopy(ctx, span, together)
  const result: CopyTermResult = { made: 0, classes: 0, refused: [] }
  for (const { row, copy, known } of copies.filter(({ row: { id } }) => series.includes(id))) {
    const made = await createSeries(ctx, {
      id: await derivedId(key, row.id),
      classTypeId: row.classTypeId,
      roomId: row.roomId,
      coachId: row.coachId,
      policyId: row.policyId,
      firstStart: copy.firstStart,
      rrule: copy.rrule,
      minutes: row.minutes,
      capacity: row.capacity,
      draft,
      known: seen.includes(row.id) ? known : [],
      together,
    })
    if (made.ok) {
      result.made += 1
      result.classes += copy.starts.length
    } else result.refused.push({ title: row.title, reason: made.reason })
  }
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      id: `copied-${key}`,
      action: 'term.copied',
      subjectKind: 'plan',
      subjectId: key,
      detail: { ...span, draft, made: result.made, classes: result.classes },
    }),
  })
  return result
}

async function planCopy(
  ctx: StudioContext,
  { from, weeks, to }: TermSpan,
  own: readonly string[] = [],
) {
  const { db, studio, now } = ctx
  const source = { from: mondayOf(from), until: addDays(mondayOf(from), weeks * 7 - 1) }
  const target = { from: mondayOf(to), until: addDays(mondayOf(to), weeks * 7 - 1) }
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
    })),
  )
  const { taken } = await batch(db, {
    taken: conflictsStatement(ctx, wanted, { seriesIds: own, most: 600 }),
  })
  const copies = plans.map(({ row, plan, starts, open, isClosed }) => ({
    row,
    /** What was told of it, and is meant by who copies it all the same. */
    known: taken.flatMap(({ forId, id }) => (forId === row.id ? [id] : [])),
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
      clashes: conflictWords(
        taken.filter(({ forId }) => forId === row.id),
        ctx,
      ),
    } satisfies TermCopy,
  }))
  return { copies, left }
}
