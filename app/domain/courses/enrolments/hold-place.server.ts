import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  noOverlapInCourseSql,
  placeInEachSql,
} from '#app/domain/bookings/availability/course-seats.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type EnrolRefused, enrolAvailability } from './enrol-availability.ts'
import {
  type ActingContext,
  openSql,
  promisedSql,
  readForEnrolment,
  refusalOf,
} from './enrol-person.server.ts'

/** A held place is kept this many minutes. */
const holdMinutes = 10

export type HoldResult =
  | { ok: true; enrolmentId: string; until: string; again?: true }
  | { ok: false; reason: 'full' }
  | ({ ok: false } & EnrolRefused)

/**
 * Keeps a place in every session for ten minutes, so that it is still there when the person has
 * read what it costs. A place that is kept or was offered already is answered again; anyone who is
 * enrolled has theirs (`again`). Two trips.
 */
export async function holdPlace(
  ctx: ActingContext,
  courseId: string,
  personId: string,
): Promise<HoldResult> {
  const read = await readForEnrolment(ctx, courseId, personId)
  if (!read) return { ok: false, reason: 'not_found', facts: {} }
  const { facts } = read
  const availability = enrolAvailability(facts)
  if (availability.kind === 'held')
    return {
      ok: true,
      enrolmentId: availability.enrolmentId,
      until: availability.until,
      again: true,
    }
  if (availability.kind === 'enrolled')
    return { ok: true, enrolmentId: availability.enrolmentId, until: '', again: true }
  if (!studioLets(ctx.studio, 'enrol')) return { ok: false, reason: 'ask_studio', facts: {} }
  const refused = refusalOf(availability, facts, false)
  if (refused) return refused
  const { db, studio, now } = ctx
  const until = addMinutes(now, holdMinutes)
  const result = await batch(db, {
    hold: db.run(sql`
      INSERT INTO enrolments (id, studio_id, course_id, person_id, state, kept_until, created_at)
      SELECT ${newId()}, ${studio.id}, ${courseId}, ${personId}, 'held', ${until}, ${now}
      WHERE ${openSql(ctx, courseId)} AND ${noOverlapInCourseSql(ctx, courseId, personId)}
        AND ${placeInEachSql(ctx, courseId, personId, promisedSql(ctx, courseId))}
        AND ${signedSql(ctx, personId)}
      ON CONFLICT DO NOTHING`),
    mine: db.all<{ id: string; state: string; keptUntil: string | null }>(sql`
      SELECT id, state, kept_until AS keptUntil FROM enrolments
      WHERE studio_id = ${studio.id} AND course_id = ${courseId} AND person_id = ${personId}
      ORDER BY seq DESC LIMIT 1`),
  })
  const [mine] = result.mine
  if (mine && ['held', 'offered', 'enrolled'].includes(mine.state)) {
    return { ok: true, enrolmentId: mine.id, until: mine.keptUntil ?? '' }
  }
  return { ok: false, reason: 'full' }
}
