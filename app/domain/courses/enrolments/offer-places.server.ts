import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { placeInEachSql, toComeSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { deadline } from '#app/values/wording.ts'
import { notifyStatements, type Told } from './enrolment-mail.server.ts'

/** Offers of one run; more places than that come free at once in no course. */
const most = 40

/**
 * Offers one free place to the first of the waitlist whom the studio does not keep out, for the
 * batch of whatever freed it: from then on it is kept, so nobody slips in between. One guarded
 * UPDATE; it does nothing where no place is free in each session to come.
 */
export function offerNextStatement(ctx: StudioContext, courseId: string): Statement<D1Result> {
  const { db, studio, now } = ctx
  return db.run(sql`
    UPDATE enrolments SET state = 'offered', offered_at = ${now}, kept_until = (
        SELECT min(strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '+' || course.offer_hours || ' hours'), (
          SELECT max(o.starts_at) FROM occurrences AS o WHERE ${toComeSql(ctx, courseId)}))
        FROM courses AS course WHERE course.studio_id = ${studio.id} AND course.id = ${courseId})
    WHERE studio_id = ${studio.id} AND state = 'waitlisted' AND seq = (
        SELECT min(enrolment.seq) FROM enrolments AS enrolment
        WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
          AND enrolment.state = 'waitlisted' AND NOT ${bannedSql(sql`enrolment.person_id`)})
      AND EXISTS (SELECT 1 FROM courses AS course
        WHERE course.studio_id = ${studio.id} AND course.id = ${courseId} AND course.state = 'open')
      AND ${placeInEachSql(ctx, courseId, '', sql`0`)}`)
}

type Offered = Told & {
  enrolmentId: string
  offeredAt: string
  keptUntil: string
  courseId: string
  courseName: string
  firstStart: string
  coachName: string
  roomName: string
}

/**
 * Tells those to whom a place of the course is offered, once an offer; what a crash left out is
 * told by the next run.
 */
export async function notifyOffered(ctx: StudioContext, courseId: string): Promise<void> {
  const { db, studio } = ctx
  const offered = await db.all<Offered>(sql`
    SELECT enrolment.id AS enrolmentId, enrolment.offered_at AS offeredAt,
      enrolment.kept_until AS keptUntil, course.id AS courseId,
      class_type.name AS courseName, course.first_start AS firstStart, coach.name AS coachName,
      room.name AS roomName, person.id, person.name, person.preferred_name AS preferredName,
      ${addressSql()}
    FROM enrolments AS enrolment JOIN courses AS course ON course.id = enrolment.course_id
    JOIN class_types AS class_type ON class_type.id = course.class_type_id
    JOIN people AS person ON person.id = enrolment.person_id
    JOIN people AS coach ON coach.id = course.coach_id
    JOIN rooms AS room ON room.id = course.room_id
    WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
      AND enrolment.state = 'offered' LIMIT ${most}`)
  const statements: Record<string, Statement<D1Result> | null> = {}
  offered.forEach(({ enrolmentId, offeredAt, keptUntil, courseId: id, courseName, ...row }, i) => {
    const until = deadline(keptUntil, studio.timeZone, studio.locale)
    const messages = notifyStatements(
      ctx,
      {
        person: row,
        course: { ...row, id, name: courseName },
        kind: 'course-offered',
        cause: `${enrolmentId}:${offeredAt}`,
        path: paths.enrol(studio, id),
        letter: {
          subject: `A place for you: ${courseName}`,
          opening: `A place opened. We’re keeping it for you until ${until}.`,
          more: [
            'Take it or decline it. After that it is offered to the next person on the waitlist.',
          ],
          action: { label: 'Take or decline the place', path: paths.enrol(studio, id) },
        },
      },
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.id = ${enrolmentId} AND enrolment.state = 'offered')`,
    )
    statements[`mail${i}`] = messages.mail
    statements[`notice${i}`] = messages.notice
  })
  await batch(db, statements)
}

/**
 * Offers every free place of a course to its waitlist, first in, first out, each kept for the
 * course's hours (24), and tells. May run any number of times and in parallel. Answers how many
 * were offered.
 */
export async function offerPlaces(ctx: StudioContext, courseId: string): Promise<number> {
  let offered = 0
  for (let i = 0; i < most; i += 1) {
    const { next } = await batch(ctx.db, { next: offerNextStatement(ctx, courseId) })
    if (changed(next) === 0) break
    offered += 1
  }
  if (offered > 0) await notifyOffered(ctx, courseId)
  return offered
}
