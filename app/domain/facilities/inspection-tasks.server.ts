import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'

const inspectionSql = ({ studio, today }: Look): SQL => sql`
  FROM equipment
  WHERE equipment.studio_id = ${studio} AND equipment.archived_at IS NULL
    AND equipment.due_on <= ${today}`

/** Whether a studio has equipment to inspect. */
export const inspectionTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${inspectionSql(look)})`

/** Equipment whose inspection is due today or overdue: once for each date it falls due. */
export function inspectionTasks(ctx: StudioContext) {
  const { studio } = ctx
  return keepTasksStatements(ctx, {
    kind: 'inspection_due',
    role: 'manager',
    causes: sql`
      SELECT equipment.id || ':' || equipment.due_on AS cause_ref,
        equipment.due_on || 'T00:00:00Z' AS due_at, NULL AS ends_at,
        ${paths.manageEquipment(studio, '')} || equipment.id AS path,
        json_object('name', equipment.name, 'dueOn', equipment.due_on) AS facts
      ${inspectionSql(lookAt(ctx))}`,
  })
}
