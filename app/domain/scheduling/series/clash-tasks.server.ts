import { sql } from 'drizzle-orm'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  followTasksStatements,
  raiseTasksStatement,
} from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/**
 * Asks someone to look where dates of a series meet another class, course or event of its coach or
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
          'coachName', ${calledSql('coach')},
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

/**
 * Brings open tasks of clashes to what still clashes: two weekly classes on their next date, or, of
 * a date that was not added for it, whatever stood there. Where either was moved, given to somebody
 * else or cancelled, nothing asks any more.
 */
export function keepClashTasksStatements(ctx: StudioContext) {
  const { studio, now } = ctx
  const [one, other] = [
    sql`substr(task.cause_ref, 1, instr(task.cause_ref, ':') - 1)`,
    sql`substr(task.cause_ref, instr(task.cause_ref, ':') + 1)`,
  ]
  const next = sql`
    SELECT made.id, made.starts_at, made.local_start, made.state,
      made.coach_id = other.coach_id AS coach, room.name AS room,
      ${calledSql('coach')} AS name
    FROM occurrences AS made
    JOIN occurrences AS other ON other.studio_id = made.studio_id AND other.series_id = ${other}
      AND other.state = 'scheduled' AND other.starts_at < made.ends_at
      AND other.ends_at > made.starts_at
      AND (other.coach_id = made.coach_id OR other.room_id = made.room_id)
    JOIN people AS coach ON coach.id = made.coach_id
    JOIN rooms AS room ON room.id = made.room_id
    WHERE made.studio_id = ${studio.id} AND made.series_id = ${one}
      AND made.state IN ('scheduled', 'draft') AND made.starts_at > ${now}
    ORDER BY made.starts_at LIMIT 1`
  // A date that was not added: the series' own length, room and coach at that hour.
  const blocked = sql`task.facts ->> 'made' IS NULL AND EXISTS (
    SELECT 1 FROM series JOIN occurrences AS other ON other.studio_id = series.studio_id
      AND other.series_id = ${other} AND other.state = 'scheduled'
      AND other.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', task.due_at,
        '+' || series.minutes || ' minutes')
      AND other.ends_at > task.due_at
      AND (other.coach_id = series.coach_id OR other.room_id = series.room_id)
    WHERE series.studio_id = ${studio.id} AND series.id = ${one})`
  return followTasksStatements(ctx, {
    kind: 'class_clash',
    next: sql`
      SELECT next.starts_at AS due_at, next.starts_at AS ends_at,
        ${paths.manageClass(studio, '')} || next.id AS path,
        json_set(task.facts, '$.localStart', next.local_start, '$.made', next.state,
          '$.coach', next.coach, '$.coachName', next.name, '$.roomName', next.room) AS facts
      FROM (${next}) AS next`,
    stays: blocked,
  })
}
