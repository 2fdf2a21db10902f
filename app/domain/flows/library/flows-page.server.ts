import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { toPage } from '#app/db/page.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, firstOfWeek, localDate } from '#app/values/zone.ts'
import type { FlowFilters } from './flow-filters.ts'
import { flowsStatements } from './flow-queries.server.ts'
import { type LoadRow, loadOf } from './week-load.ts'

/** The classes of a week whose load is worked out; a studio has fewer. */
const mostClasses = 300

/**
 * The list of flows with the load of this week's classes by part of the body. The load is asked of
 * the plans of the week's classes alone, however many flows there are. One trip.
 */
export async function flowsPage(
  ctx: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  filters: FlowFilters,
  at: { page: number; perPage: number },
) {
  const { db, studio, now } = ctx
  const monday = firstOfWeek(localDate(now, studio.timeZone), studio)
  const { items, count } = flowsStatements(ctx, actor, filters, at)
  const found = await batch(db, {
    items,
    count,
    disciplines: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name`),
    load: db.all<LoadRow>(sql`
      SELECT o.id AS occurrenceId, substr(o.local_start, 1, 10) AS date, type.name AS title,
        planned.flow_id AS flowId, exercise.body_part AS bodyPart,
        count(*) AS items
      FROM (SELECT * FROM occurrences WHERE studio_id = ${studio.id}
          AND local_start >= ${monday} AND local_start < ${addDays(monday, 7)}
          AND state IN ('scheduled', 'draft') AND kind = 'class'
        ORDER BY local_start LIMIT ${mostClasses}) AS o
      JOIN class_types AS type ON type.id = o.class_type_id
      JOIN class_flows AS planned
        ON planned.studio_id = o.studio_id AND planned.occurrence_id = o.id
      JOIN flow_exercises AS used
        ON used.studio_id = planned.studio_id AND used.flow_id = planned.flow_id
      JOIN exercises AS exercise
        ON exercise.studio_id = used.studio_id AND exercise.id = used.exercise_id
          AND exercise.body_part <> '' AND exercise.level IN ('intermediate', 'expert')
      GROUP BY o.id, exercise.body_part`),
  })
  return {
    page: toPage(found, at, (row) => row),
    disciplines: found.disciplines,
    load: loadOf(found.load),
    monday,
  }
}
