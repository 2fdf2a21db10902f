import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  conflictsStatement,
  conflictWords,
  knownConflicts,
} from '#app/domain/calendar/conflicts.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { type CourseTerms, termColumns, termValues } from './create-course.server.ts'

export type ChangeCourseResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed_meanwhile' }

/**
 * Changes what a course says and costs; who has enrolled keeps the price they saw. Dates are
 * changed session by session (`moveSession`). `version` is the one that was on the page: a second
 * editor is told `changed_meanwhile`.
 */
export async function changeCourse(
  ctx: StaffContext,
  courseId: string,
  { version, ...terms }: CourseTerms & { version: number },
): Promise<ChangeCourseResult> {
  const { db, studio } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const done = sql`EXISTS (SELECT 1 FROM courses WHERE ${mine} AND version = ${version + 1})`
  const result = await batch(db, {
    terms: db.run(sql`
      UPDATE courses SET (${termColumns}) = (SELECT ${termValues(terms)}), version = version + 1
      WHERE ${mine} AND version = ${version} AND state <> 'cancelled'`),
    audit: auditStatement(
      ctx,
      {
        action: 'course.changed',
        subjectKind: 'course',
        subjectId: courseId,
        detail: { priceMinor: terms.priceMinor },
      },
      rightAfterChange,
    ),
    type: db.run(sql`
      UPDATE class_types SET name = ${terms.name}, short_name = ${terms.name.slice(0, 12).trim()},
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
    there: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM courses WHERE ${mine}`),
  })
  if (changed(result.terms) > 0) return { ok: true }
  return { ok: false, reason: (result.there[0]?.n ?? 0) > 0 ? 'changed_meanwhile' : 'not_found' }
}

export type PublishCourseResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'cancelled' | 'changed_meanwhile' }
  /** `clashes` says in words what is in the way. */
  | { ok: false; reason: 'taken'; clashes: string[] }

type Session = { startsAt: Instant; endsAt: Instant; roomId: string; coachId: string; read: number }

/**
 * Puts a draft on sale and its sessions on the timetable. A draft binds nobody, so whether rooms
 * and coaches are free is asked here, by the write (`taken`); `anyway` says that it is meant all
 * the same. Twice is once.
 */
export async function publishCourse(
  ctx: StaffContext,
  courseId: string,
  { anyway = false }: { anyway?: boolean } = {},
): Promise<PublishCourseResult> {
  const { db, studio, now } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${courseId}`
  const drafts = sql`o.studio_id = ${studio.id} AND o.series_id = ${courseId} AND o.state = 'draft'
    AND o.ends_at > ${now}`
  // Each change of a session raises its sequence: what was read is what is guarded.
  const read = sql`coalesce((SELECT sum(o.sequence + 1) FROM occurrences AS o WHERE ${drafts}), 0)`
  const { sessions } = await batch(db, {
    sessions: db.all<Session>(sql`
      SELECT o.starts_at AS startsAt, o.ends_at AS endsAt, o.room_id AS roomId,
        o.coach_id AS coachId, ${read} AS read
      FROM occurrences AS o WHERE ${drafts} LIMIT 200`),
  })
  const known = anyway ? await knownConflicts(ctx, sessions, { seriesIds: [courseId] }) : []
  const except = { ids: known, seriesIds: [courseId] }
  const result = await batch(db, {
    publish: db.run(
      sql`UPDATE courses SET state = 'open', version = version + 1
        WHERE ${mine} AND state = 'draft' AND ${read} = ${sessions[0]?.read ?? 0}
          AND ${placesFreeSql(ctx, sessions, except)}`,
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
  const { taken } = await batch(db, { taken: conflictsStatement(ctx, sessions, except) })
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
