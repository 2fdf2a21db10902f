import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { raiseTasksStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/**
 * Asks somebody to look where dates of a series meet another class, course or event of its coach or
 * in its room, behind the statement that makes them: one task for the two of them, about the first
 * date. Whether the date stands, is kept back as a draft or was not made is among the facts.
 */
export function clashTasksStatement(
  ctx: StudioContext,
  seriesId: string,
  dates: readonly { localStart: LocalDateTime; startsAt: Instant; endsAt: Instant }[],
) {
  const { studio, now } = ctx
  const day = paths.manageSchedule(studio)
  return raiseTasksStatement(ctx, {
    kind: 'class_clash',
    role: 'manager',
    causes: sql`
      SELECT series.id || ':' || other.series_id AS cause_ref,
        min(input.value ->> 'startsAt') AS due_at, input.value ->> 'startsAt' AS ends_at,
        coalesce(${paths.manageClass(studio, '')} || made.id, ${day}) AS path,
        json_object('title', class_type.name, 'localStart', input.value ->> 'localStart',
          'coach', other.coach_id = series.coach_id, 'made', made.state,
          'coachName', iif(coach.preferred_name <> '', coach.preferred_name, coach.name),
          'roomName', room.name, 'other', other_type.name) AS facts
      FROM json_each(${JSON.stringify(dates)}) AS input
      JOIN series ON series.studio_id = ${studio.id} AND series.id = ${seriesId}
      JOIN class_types AS class_type ON class_type.id = series.class_type_id
      JOIN people AS coach ON coach.id = series.coach_id
      JOIN rooms AS room ON room.id = series.room_id
      CROSS JOIN occurrences AS other ON other.studio_id = ${studio.id}
        AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', input.value ->> 'startsAt', '-1 day')
        AND other.starts_at < input.value ->> 'endsAt' AND other.ends_at > input.value ->> 'startsAt'
      JOIN class_types AS other_type ON other_type.id = other.class_type_id
      LEFT JOIN occurrences AS made ON made.studio_id = ${studio.id} AND made.series_id = series.id
        AND made.recurrence_key = input.value ->> 'localStart'
      WHERE other.state = 'scheduled' AND other.series_id <> series.id
        AND (made.id IS NULL OR made.state IN ('scheduled', 'draft')) AND input.value ->> 'startsAt' > ${now}
        AND (other.coach_id = series.coach_id OR other.room_id = series.room_id)
      GROUP BY cause_ref`,
  })
}
