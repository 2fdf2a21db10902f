import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { notifyOffered, offerNextStatement, offerPlaces } from './offer-places.server.ts'

/** Rows of one run; the next minute takes more. */
const atOnce = 100

const keptTooLongSql = ({ studio, now }: Look): SQL =>
  sql`enrolment.studio_id = ${studio} AND enrolment.state IN ('held','offered')
    AND enrolment.kept_until < ${now}`

/** Who waits for a course that is still to come or under way. */
const waitingSql = ({ studio, today }: Look): SQL => sql`
  FROM courses AS course CROSS JOIN enrolments AS enrolment
    ON enrolment.studio_id = course.studio_id AND enrolment.course_id = course.id
    AND enrolment.state = 'waitlisted'
  WHERE course.studio_id = ${studio} AND course.kind IN ('course','workshop')
    AND course.last_start >= ${today} AND course.state = 'open'`

/** Whether a studio has places of courses that were kept too long, or someone waits for one. */
export const lapsePlacesDue = (look: Look): SQL =>
  sql`(EXISTS (SELECT 1 FROM enrolments AS enrolment WHERE ${keptTooLongSql(look)})
    OR EXISTS (SELECT 1 ${waitingSql(look)}))`

/**
 * Ends places that were kept longer than their time: holds of ten minutes, and offers, whose people
 * are told and whose place is offered to the next of the list in the same batch. Then offers
 * whatever else is free to people who wait, which a crash or a raised capacity left. Answers how
 * many places changed hands.
 */
export async function lapsePlaces(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const over = await db.all<{
    id: string
    state: string
    personId: string
    courseId: string
    name: string
  }>(sql`
    SELECT enrolment.id, enrolment.state, enrolment.person_id AS personId,
      enrolment.course_id AS courseId, class_type.name
    FROM enrolments AS enrolment JOIN courses AS course ON course.id = enrolment.course_id
    JOIN class_types AS class_type ON class_type.id = course.class_type_id
    WHERE ${keptTooLongSql(lookAt(ctx))}
    ORDER BY enrolment.kept_until LIMIT ${atOnce}`)
  const statements: Record<string, Statement<D1Result>> = {}
  over.forEach(({ id, state, personId, courseId, name }, i) => {
    statements[`lapse${i}`] = db.run(sql`
      UPDATE enrolments SET state = 'lapsed', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = ${state} AND kept_until < ${now}`)
    if (state === 'offered') {
      statements[`notice${i}`] = noticeStatement(
        ctx,
        {
          personId,
          dedupeKey: `course-offer-lapsed:${id}`,
          kind: 'course-offer-lapsed',
          text:
            `We kept a place in ${name} for you until its time ran out. It is offered to the ` +
            'next person on the waitlist. You were not charged.',
          path: paths.program(studio, courseId),
        },
        sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
          WHERE enrolment.id = ${id} AND enrolment.state = 'lapsed')`,
      )
    }
    statements[`next${i}`] = offerNextStatement(ctx, courseId)
  })
  const result = (await batch(db, statements)) as Record<string, unknown>
  let done = over.reduce((n, _, i) => n + changed(result[`lapse${i}`]), 0)
  for (const courseId of new Set(over.map(({ courseId }) => courseId)))
    await notifyOffered(ctx, courseId)
  const waiting = await db.all<{ courseId: string }>(sql`
    SELECT DISTINCT enrolment.course_id AS courseId ${waitingSql(lookAt(ctx))} LIMIT ${atOnce}`)
  for (const { courseId } of waiting) done += await offerPlaces(ctx, courseId)
  return done
}
