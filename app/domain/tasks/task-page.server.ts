import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { seesAllTasks, type TaskViewer, taskStatement } from './task-queries.server.ts'

/**
 * One task, and to whom the viewer may give it: owners and managers to anyone who works here,
 * others to themselves. Null for another studio's and for what is not theirs to see. One trip.
 */
export async function taskPage(ctx: StudioContext, viewer: TaskViewer, taskId: string) {
  const { db, studio } = ctx
  const { found, people } = await batch(db, {
    found: taskStatement(ctx, viewer, taskId),
    people: db.all<{ id: string; name: string }>(sql`
      SELECT person.id, person.name FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.is_staff = 1 AND person.archived_at IS NULL
        AND ${seesAllTasks(viewer.role) ? sql`1` : sql`person.id = ${viewer.personId}`}
      ORDER BY person.name LIMIT 300`),
  })
  const [task] = found
  return task ? { task, people } : null
}
