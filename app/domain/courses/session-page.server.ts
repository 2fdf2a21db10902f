import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type SessionRow = {
  id: string
  courseId: string
  kind: 'course' | 'workshop'
  name: string
  localStart: string
  endsAt: string
  minutes: number
  roomId: string
  coachId: string
  topic: string
  state: string
  sequence: number
  enrolled: number
}

/**
 * One session of a course with what it can be changed to. Null for another studio's or another
 * course's id.
 */
export async function sessionPage(ctx: StudioContext, courseId: string, occurrenceId: string) {
  const { db, studio } = ctx
  const { found, coaches, rooms } = await batch(db, {
    ...choicesStatements(ctx),
    found: db.all<SessionRow>(sql`
      SELECT o.id, course.id AS courseId, course.kind, class_type.name, o.local_start AS localStart,
        o.ends_at AS endsAt, class_type.minutes, o.room_id AS roomId, o.coach_id AS coachId,
        o.topic, o.state, o.sequence, (
          SELECT count(*) FROM enrolments AS enrolment
          WHERE enrolment.studio_id = course.studio_id AND enrolment.course_id = course.id
            AND enrolment.state = 'enrolled') AS enrolled
      FROM occurrences AS o JOIN courses AS course ON course.id = o.series_id
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND course.id = ${courseId}`),
  })
  const [session] = found
  return session ? { session, coaches, rooms } : null
}
