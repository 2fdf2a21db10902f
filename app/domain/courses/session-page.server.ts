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
  enrolled: number
}

/** One session of a course with what it can be changed to. Null for another studio's or another course's id. */
export async function sessionPage(ctx: StudioContext, courseId: string, occurrenceId: string) {
  const { db, studio } = ctx
  const { found, coaches, rooms } = await batch(db, {
    ...choicesStatements(ctx),
    found: db.all<SessionRow>(sql`
      SELECT o.id, z.id AS courseId, z.kind, t.name, o.local_start AS localStart, o.ends_at AS endsAt, t.minutes,
        o.room_id AS roomId, o.coach_id AS coachId, o.topic, o.state, (
          SELECT count(*) FROM enrolments AS en WHERE en.studio_id = z.studio_id AND en.course_id = z.id
            AND en.state = 'enrolled') AS enrolled
      FROM occurrences AS o JOIN courses AS z ON z.id = o.series_id JOIN class_types AS t ON t.id = z.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND z.id = ${courseId}`),
  })
  const [session] = found
  return session ? { session, coaches, rooms } : null
}
