import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { keepLimitsStatement } from '#app/domain/bookings/booking/keep-limits.server.ts'
import {
  closedDayWords,
  closedRoomsStatement,
  openDaySql,
} from '#app/domain/calendar/closed-days.server.ts'
import {
  conflictsStatement,
  conflictWords,
  meantConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import type { PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { Anyway } from '#app/domain/calendar/shown-clashes.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { shortName } from '#app/values/text/short-name.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import {
  type CourseTerms,
  ownTermsSql,
  policyTimesSql,
  sessionTimes,
  termColumns,
  termValues,
} from './create-course.server.ts'

export type ChangeCourseResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed_meanwhile' }

/**
 * Changes what a course says and costs; anyone who has enrolled keeps the price they saw, and anyone
 * with a place the notice for a make-up they had; where make-ups are switched off, nobody gets one
 * from then on. Dates are changed session by session (`moveSession`). `version` is the one that was
 * on the page: if it is no longer current, nothing changes and the answer is `changed_meanwhile`. The
 * same answer comes when a session moves while the notice is being changed. A level, or a course to
 * follow, of another studio is `not_found`.
 */
export async function changeCourse(
  ctx: StaffContext,
  courseId: string,
  { version, ...terms }: CourseTerms & { version: number },
): Promise<ChangeCourseResult> {
  const { db, studio } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const own = ownTermsSql(ctx, terms)
  // What hangs on the change hangs on its line: a version that stands one higher may be another's.
  const lineId = newId()
  const done = lineWrittenSql(lineId)
  const limits = JSON.stringify(await newLimits(ctx, courseId, terms.makeUpHours))
  const unmoved = sql`NOT EXISTS (SELECT 1 FROM json_each(${limits}) AS input
    JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value ->> 'id'
    WHERE o.starts_at <> input.value ->> 'startsAt')`
  const result = await batch(db, {
    terms: db.run(sql`
      UPDATE courses SET (${termColumns}) = (SELECT ${termValues(terms)}), version = version + 1
      WHERE ${mine} AND version = ${version} AND state <> 'cancelled' AND ${own}
        AND ${unmoved}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'course.changed',
        subjectKind: 'course',
        subjectId: courseId,
        detail: { priceMinor: terms.priceMinor },
      },
      rightAfterChange,
    ),
    type: db.run(sql`
      UPDATE class_types SET name = ${terms.name}, short_name = ${shortName(terms.name)},
        description = ${terms.description}, minimum_level_id = ${terms.levelId},
        drop_in_minor = ${terms.dropInMinor}
      WHERE studio_id = ${studio.id} AND id = (SELECT class_type_id FROM courses WHERE ${mine})
        AND ${done}`),
    gone: db.run(
      sql`DELETE FROM course_tiers
        WHERE studio_id = ${studio.id} AND course_id = ${courseId} AND ${done}`,
    ),
    tiers: db.run(sql`
      INSERT INTO course_tiers (id, studio_id, course_id, name, price_minor, until)
      SELECT lower(hex(randomblob(6))), ${studio.id}, ${courseId}, input.value ->> 'name',
        input.value ->> 'priceMinor', input.value ->> 'until'
      FROM json_each(${JSON.stringify(terms.tiers)}) AS input WHERE ${done}
      ON CONFLICT DO NOTHING`),
    kept: keepLimitsStatement(ctx, limits, done),
    limits: db.run(sql`
      UPDATE occurrences SET cutoff_at = input.value ->> 'cutoffAt'
      FROM json_each(${limits}) AS input
      WHERE occurrences.studio_id = ${studio.id} AND occurrences.id = input.value ->> 'id'
        AND ${done}`),
    there: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM courses WHERE ${mine} AND ${own}`),
  })
  if (changed(result.terms) > 0) return { ok: true }
  return { ok: false, reason: (result.there[0]?.n ?? 0) > 0 ? 'changed_meanwhile' : 'not_found' }
}

/** The limits that sessions to come get by another notice for a make-up; those set by hand stay. */
async function newLimits(
  { db, studio, now }: StudioContext,
  courseId: string,
  makeUpHours: number | null,
): Promise<{ id: string; startsAt: Instant; cutoffAt: Instant }[]> {
  const sessions = await db.all<
    PolicyTimes & {
      id: string
      startsAt: Instant
      localStart: LocalDateTime
      cutoffAt: Instant
      was: number | null
    }
  >(sql`
    SELECT o.id, o.starts_at AS startsAt, o.local_start AS localStart, o.cutoff_at AS cutoffAt, course.make_up_hours AS was,
      ${policyTimesSql}
    FROM courses AS course JOIN occurrences AS o ON o.studio_id = course.studio_id
      AND o.series_id = course.id AND o.starts_at > ${now}
    JOIN policies AS policy ON policy.id = o.policy_id
    WHERE course.studio_id = ${studio.id} AND course.id = ${courseId}`)
  return sessions.flatMap(({ id, startsAt, localStart, cutoffAt, was, ...policy }) => {
    const by = (hours: number | null) =>
      sessionTimes({ localStart, minutes: 0, timeZone: studio.timeZone }, hours, policy).cutoffAt
    return was !== makeUpHours && cutoffAt === by(was)
      ? [{ id, startsAt, cutoffAt: by(makeUpHours) }]
      : []
  })
}

export type PublishCourseResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'cancelled' | 'changed_meanwhile' }
  /** `clashes` says in words what is in the way, or on which days a room is closed. */
  | { ok: false; reason: 'taken' | 'closed'; clashes: string[] }

/** A draft's session, as it is asked about before it is put on the timetable. */
type Session = {
  localStart: LocalDateTime
  startsAt: Instant
  endsAt: Instant
  roomId: string
  coachId: string
  classTypeId: string
  read: number
}

const draftsSql = ({ studio, now }: StudioContext, courseId: string): SQL =>
  sql`o.studio_id = ${studio.id} AND o.series_id = ${courseId} AND o.state = 'draft'
    AND o.ends_at > ${now}`

// Each change of a session raises its sequence: what was read is what is guarded.
const readSql = (ctx: StudioContext, courseId: string): SQL =>
  sql`coalesce((SELECT sum(o.sequence + 1) FROM occurrences AS o
    WHERE ${draftsSql(ctx, courseId)}), 0)`

const draftSessionsStatement = (ctx: StudioContext, courseId: string): Statement<Session[]> =>
  ctx.db.all<Session>(sql`
    SELECT o.class_type_id AS classTypeId, o.local_start AS localStart, o.starts_at AS startsAt, o.ends_at AS endsAt,
      o.room_id AS roomId, o.coach_id AS coachId, ${readSql(ctx, courseId)} AS read
    FROM occurrences AS o WHERE ${draftsSql(ctx, courseId)} LIMIT 200`)

/** With what their coach has to hold. */
const withNeeds = (sessions: readonly Session[]) =>
  sessions.map(({ classTypeId, ...session }) => ({
    ...session,
    needs: { classTypeId, people: 0 },
  }))

/** What is in the way of a draft's sessions, in words: shown before the draft is published. */
export async function draftClashes(ctx: StudioContext, courseId: string): Promise<string[]> {
  const { sessions } = await batch(ctx.db, { sessions: draftSessionsStatement(ctx, courseId) })
  if (sessions.length === 0) return []
  const { taken } = await batch(ctx.db, {
    taken: conflictsStatement(ctx, withNeeds(sessions), { seriesIds: [courseId] }),
  })
  return conflictWords(taken, ctx)
}

/**
 * Puts a draft on sale and its sessions on the timetable. A draft binds nobody, so whether rooms
 * and coaches are free is asked here, by the write (`taken`); `anyway` says that what was shown
 * is meant all the same. Nothing is put on a day its room is closed (`closed`). Twice is once.
 */
export async function publishCourse(
  ctx: StaffContext,
  courseId: string,
  { anyway }: { anyway?: Anyway } = {},
): Promise<PublishCourseResult> {
  const { db, studio } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const drafts = draftsSql(ctx, courseId)
  const read = readSql(ctx, courseId)
  const { sessions } = await batch(db, { sessions: draftSessionsStatement(ctx, courseId) })
  const meant = await meantConflicts(
    ctx,
    withNeeds(sessions),
    { seriesIds: [courseId] },
    { anyway },
  )
  if (meant.clashes) return { ok: false, reason: 'taken', clashes: meant.clashes }
  const except = { ids: meant.known, seriesIds: [courseId] }
  const open = sql`NOT EXISTS (SELECT 1 FROM occurrences AS o WHERE ${drafts}
    AND NOT ${openDaySql(ctx, sql`o.room_id`, sql`substr(o.local_start, 1, 10)`)})`
  const result = await batch(db, {
    publish: db.run(
      sql`UPDATE courses SET state = 'open', version = version + 1
        WHERE ${mine} AND state = 'draft' AND ${read} = ${sessions[0]?.read ?? 0}
          AND ${open} AND ${placesFreeSql(ctx, withNeeds(sessions), except)}`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'course.published', subjectKind: 'course', subjectId: courseId },
      rightAfterChange,
    ),
    sessions: db.run(sql`
      UPDATE occurrences SET state = 'scheduled'
      WHERE studio_id = ${studio.id} AND series_id = ${courseId}
        AND state = 'draft' AND EXISTS (SELECT 1 FROM courses WHERE ${mine} AND state = 'open')`),
    there: db.all<{ state: string }>(sql`SELECT state FROM courses WHERE ${mine}`),
  })
  const [course] = result.there
  if (!course) return { ok: false, reason: 'not_found' }
  if (course.state === 'cancelled') return { ok: false, reason: 'cancelled' }
  if (changed(result.publish) > 0) return { ok: true }
  if (course.state === 'open') return { ok: true, again: true }
  const days = sessions.map(({ roomId, localStart }) => ({ roomId, date: localStart.slice(0, 10) }))
  const dates = days.map(({ date }) => date).sort()
  const { taken, closed } = await batch(db, {
    taken: conflictsStatement(ctx, withNeeds(sessions), except),
    closed: closedRoomsStatement(ctx, { from: dates[0] ?? '', until: dates.at(-1) ?? '' }),
  })
  const closedWords = closedDayWords(closed, days, studio.locale)
  if (closedWords.length > 0) return { ok: false, reason: 'closed', clashes: closedWords }
  return taken.length > 0
    ? { ok: false, reason: 'taken', clashes: conflictWords(taken, ctx) }
    : { ok: false, reason: 'changed_meanwhile' }
}

/** Decides that a workshop takes place, whatever its numbers. Twice is once. */
export async function confirmCourse(
  ctx: StaffContext,
  courseId: string,
): Promise<{ ok: true; again?: true } | { ok: false; reason: 'not_found' | 'cancelled' }> {
  const { db, studio, now } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const result = await batch(db, {
    confirm: db.run(sql`
      UPDATE courses SET confirmed_at = ${now}, version = version + 1
      WHERE ${mine} AND confirmed_at IS NULL AND state = 'open'`),
    audit: auditStatement(
      ctx,
      { action: 'course.confirmed', subjectKind: 'course', subjectId: courseId },
      rightAfterChange,
    ),
    task: closeTaskStatement(
      ctx,
      { kind: 'course_decision', ref: courseId },
      sql`EXISTS (SELECT 1 FROM courses WHERE ${mine} AND confirmed_at IS NOT NULL)`,
    ),
    there: db.all<{ state: string }>(sql`SELECT state FROM courses WHERE ${mine}`),
  })
  const [course] = result.there
  if (!course) return { ok: false, reason: 'not_found' }
  if (course.state !== 'open') return { ok: false, reason: 'cancelled' }
  return changed(result.confirm) > 0 ? { ok: true } : { ok: true, again: true }
}
