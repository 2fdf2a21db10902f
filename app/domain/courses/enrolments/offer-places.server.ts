import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { placeInEachSql, toComeSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { deadline } from '#app/values/wording.ts'
import { type Told, tellStatements } from './enrolment-mail.server.ts'

/** Offers of one run; more places than that come free at once in no course. */
const most = 40

/**
 * Offers one free place to the first of the waitlist, for the batch of whatever freed it: from then on it is kept, so
 * nobody slips in between. One guarded UPDATE; it does nothing where no place is free in each session to come.
 */
export function offerNextStatement(ctx: StudioContext, courseId: string): Statement<D1Result> {
  const { db, studio, now } = ctx
  return db.run(sql`
    UPDATE enrolments SET state = 'offered', offered_at = ${now}, kept_until = (
        SELECT min(strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '+' || z.offer_hours || ' hours'), (
          SELECT max(o.starts_at) FROM occurrences AS o WHERE ${toComeSql(ctx, courseId)}))
        FROM courses AS z WHERE z.studio_id = ${studio.id} AND z.id = ${courseId})
    WHERE studio_id = ${studio.id} AND state = 'waitlisted' AND seq = (
        SELECT min(en.seq) FROM enrolments AS en
        WHERE en.studio_id = ${studio.id} AND en.course_id = ${courseId} AND en.state = 'waitlisted')
      AND EXISTS (SELECT 1 FROM courses AS z WHERE z.studio_id = ${studio.id} AND z.id = ${courseId} AND z.state = 'open')
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

/** Tells those to whom a place of the course is offered, once an offer; what a crash left out is told by the next run. */
export async function tellOffered(ctx: StudioContext, courseId: string): Promise<void> {
  const { db, studio } = ctx
  const offered = await db.all<Offered>(sql`
    SELECT en.id AS enrolmentId, en.offered_at AS offeredAt, en.kept_until AS keptUntil, z.id AS courseId,
      t.name AS courseName, z.first_start AS firstStart, c.name AS coachName, r.name AS roomName,
      h.id, h.name, h.preferred_name AS preferredName, h.email
    FROM enrolments AS en JOIN courses AS z ON z.id = en.course_id JOIN class_types AS t ON t.id = z.class_type_id
    JOIN people AS h ON h.id = en.person_id JOIN people AS c ON c.id = z.coach_id JOIN rooms AS r ON r.id = z.room_id
    WHERE en.studio_id = ${studio.id} AND en.course_id = ${courseId} AND en.state = 'offered' LIMIT ${most}`)
  const statements: Record<string, Statement<D1Result> | null> = {}
  offered.forEach(({ enrolmentId, offeredAt, keptUntil, courseId: id, courseName, ...row }, i) => {
    const until = deadline(keptUntil, studio.timeZone, studio.locale)
    const told = tellStatements(
      ctx,
      {
        person: row,
        course: { ...row, id, name: courseName },
        kind: 'course-offered',
        cause: `${enrolmentId}:${offeredAt}`,
        path: paths.enrol(studio, id),
        letter: {
          subject: `A place for you: ${courseName}`,
          opening: `A place opened, and it is kept for you until ${until}.`,
          more: ['Take it or decline it. After that it goes to the next on the waitlist.'],
          action: { label: 'Take or decline the place', path: paths.enrol(studio, id) },
        },
      },
      sql`EXISTS (SELECT 1 FROM enrolments AS k WHERE k.id = ${enrolmentId} AND k.state = 'offered')`,
    )
    statements[`mail${i}`] = told.mail
    statements[`notice${i}`] = told.notice
  })
  await batch(db, statements)
}

/**
 * Offers every free place of a course to its waitlist, first in, first out, each kept for the course's hours (24), and
 * tells. May run any number of times and in parallel. Answers how many were offered.
 */
export async function offerPlaces(ctx: StudioContext, courseId: string): Promise<number> {
  let offered = 0
  for (let i = 0; i < most; i += 1) {
    const { next } = await batch(ctx.db, { next: offerNextStatement(ctx, courseId) })
    if (changed(next) === 0) break
    offered += 1
  }
  if (offered > 0) await tellOffered(ctx, courseId)
  return offered
}
