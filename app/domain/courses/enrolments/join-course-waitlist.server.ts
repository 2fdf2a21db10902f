import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { placeInEachSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { ordinal } from '#app/values/wording.ts'
import { courseFactStatements, courseWaitingSql, toCourseFacts } from '../course-queries.server.ts'
import { type EnrolRefused, enrolAvailability } from './enrol-availability.ts'
import { type ActingContext, promisedSql, readForEnrolment } from './enrol-person.server.ts'
import { notifyStatements } from './enrolment-mail.server.ts'
import { offerPlaces } from './offer-places.server.ts'

export type JoinResult =
  | { ok: true; enrolmentId: string; position: number; again?: true }
  | { ok: false; reason: 'has_places' }
  | ({ ok: false } & EnrolRefused)

/**
 * Puts someone on the waitlist of a full course, first come first served; it costs nothing.
 * `has_places` where there is a place to take instead. Twice is once. Two trips.
 */
export async function joinCourseWaitlist(
  ctx: ActingContext,
  courseId: string,
  personId: string,
  { byStaff = false }: { byStaff?: boolean } = {},
): Promise<JoinResult> {
  const read = await readForEnrolment(ctx, courseId, personId)
  if (!read) return { ok: false, reason: 'not_found', facts: {} }
  const { facts, person } = read
  const availability = enrolAvailability(facts)
  if (availability.kind === 'waiting') {
    return {
      ok: true,
      enrolmentId: availability.enrolmentId,
      position: availability.position,
      again: true,
    }
  }
  if (!byStaff && !studioLets(ctx.studio, 'enrol'))
    return { ok: false, reason: 'ask_studio', facts: {} }
  if (availability.kind === 'refused') {
    const { kind: _, ...refused } = availability
    return { ok: false, ...refused }
  }
  if (availability.kind !== 'waitlist') return { ok: false, reason: 'has_places' }
  const { db, studio, now } = ctx
  const id = newId()
  const result = await batch(db, {
    wait: db.run(sql`
      INSERT INTO enrolments (id, studio_id, course_id, person_id, state, created_at)
      SELECT ${id}, course.studio_id, course.id, ${personId}, 'waitlisted', ${now}
      FROM courses AS course
      WHERE course.studio_id = ${studio.id} AND course.id = ${courseId} AND course.state = 'open'
        AND ${courseWaitingSql} < course.waitlist_limit AND ${signedSql(ctx, personId)}
        AND NOT ${bannedSql(sql`${personId}`)}
        AND NOT (${placeInEachSql(ctx, courseId, personId, promisedSql(ctx, courseId))})
      ON CONFLICT DO NOTHING`),
    ...notifyStatements(
      ctx,
      {
        person,
        course: facts.course,
        kind: 'course-waitlisted',
        cause: id,
        letter: {
          subject: `On the waitlist: ${facts.course.name}`,
          opening: `You’re ${ordinal(availability.wouldBe)} on the waitlist. Waiting is free.`,
          more: [
            `If a place opens, we offer it to you and keep it for ${facts.course.offerHours} hours.`,
          ],
        },
      },
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment WHERE enrolment.id = ${id})`,
    ),
    ...courseFactStatements(ctx, courseId, personId),
  })
  const after = toCourseFacts(ctx, result, personId)
  if (!after) return { ok: false, reason: 'not_found', facts: {} }
  const standsNow = enrolAvailability(after)
  if (standsNow.kind === 'waiting') {
    // A place that came free at this very moment goes to the first of the list.
    await offerPlaces(ctx, courseId)
    return { ok: true, enrolmentId: standsNow.enrolmentId, position: standsNow.position }
  }
  if (standsNow.kind === 'refused') {
    const { kind: _, ...refused } = standsNow
    return { ok: false, ...refused }
  }
  return { ok: false, reason: 'has_places' }
}
