import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { offerNextStatement, offerPlaces, tellOffered } from './offer-places.server.ts'

/** Rows of one run; the next minute takes more. */
const atOnce = 100

/**
 * Ends places that were kept longer than their time: holds of ten minutes, and offers, whose people are told and whose
 * place is offered to the next of the list in the same batch. Then offers whatever else is free to who waits, which a
 * crash or a raised capacity left. Answers how many places changed hands.
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
    SELECT en.id, en.state, en.person_id AS personId, en.course_id AS courseId, t.name
    FROM enrolments AS en JOIN courses AS z ON z.id = en.course_id JOIN class_types AS t ON t.id = z.class_type_id
    WHERE en.studio_id = ${studio.id} AND en.state IN ('held','offered') AND en.kept_until < ${now}
    ORDER BY en.kept_until LIMIT ${atOnce}`)
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
          text: `The place in ${name} was kept for you until its time was over. It goes to the next on the list. Nothing was charged.`,
          path: paths.program(studio, courseId),
        },
        sql`EXISTS (SELECT 1 FROM enrolments AS k WHERE k.id = ${id} AND k.state = 'lapsed')`,
      )
    }
    statements[`next${i}`] = offerNextStatement(ctx, courseId)
  })
  const result = (await batch(db, statements)) as Record<string, unknown>
  let done = over.reduce((n, _, i) => n + changed(result[`lapse${i}`]), 0)
  for (const courseId of new Set(over.map(({ courseId }) => courseId)))
    await tellOffered(ctx, courseId)
  const waiting = await db.all<{ courseId: string }>(sql`
    SELECT DISTINCT en.course_id AS courseId FROM courses AS z CROSS JOIN enrolments AS en
      ON en.studio_id = z.studio_id AND en.course_id = z.id AND en.state = 'waitlisted'
    WHERE z.studio_id = ${studio.id} AND z.kind IN ('course','workshop') AND z.last_start >= ${now.slice(0, 10)}
      AND z.state = 'open' LIMIT ${atOnce}`)
  for (const { courseId } of waiting) done += await offerPlaces(ctx, courseId)
  return done
}
