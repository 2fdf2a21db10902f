import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { localDate } from '#app/values/zone.ts'

/** Equipment whose inspection is due today or overdue: once for each date it falls due. */
export function inspectionTasks(ctx: StudioContext) {
  const { studio, now } = ctx
  return keepTasksStatements(ctx, {
    kind: 'inspection_due',
    role: 'manager',
    causes: sql`
      SELECT equipment.id || ':' || equipment.due_on AS cause_ref,
        equipment.due_on || 'T00:00:00Z' AS due_at, NULL AS ends_at,
        ${paths.manageEquipment(studio, '')} || equipment.id AS path,
        json_object('name', equipment.name, 'dueOn', equipment.due_on) AS facts
      FROM equipment
      WHERE equipment.studio_id = ${studio.id} AND equipment.archived_at IS NULL
        AND equipment.due_on <= ${localDate(now, studio.timeZone)}`,
  })
}
