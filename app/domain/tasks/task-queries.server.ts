import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import type { TaskKind, TaskRole } from './task-facts.ts'
import { tasksCounted, tasksShown } from './tasks-shown.ts'

/** Who looks at tasks. */
export type TaskViewer = { role: Role; personId: string }

export type TaskRow = {
  id: string
  kind: TaskKind
  role: TaskRole
  personId: string | null
  personName: string | null
  dueAt: Instant
  endsAt: Instant | null
  path: string
  facts: string
  state: 'open' | 'done' | 'over'
  doneAt: Instant | null
  doneByName: string
}

export const seesAllTasks = (role: Role): boolean => role === 'owner' || role === 'manager'

/** Leaves out the kinds that tell amounts for a role that may not read them. */
const withoutMoneySql = (role: Role): SQL =>
  may(role, 'fees:read') ? sql`` : sql` AND task.cause_kind <> 'fees_due'`

/**
 * Tasks by alias `task` that the viewer may see and do: owners and managers all, the front desk
 * its own, and everyone what was given to them, but for money where their role reads none.
 */
export function tasksOfSql({ role, personId }: TaskViewer): SQL {
  if (seesAllTasks(role)) return sql`1`
  const given = sql`task.person_id = ${personId}${withoutMoneySql(role)}`
  return role === 'front_desk' ? sql`(task.role = 'front_desk' OR ${given})` : given
}

const columns = sql`task.id, task.cause_kind AS kind, task.role, task.person_id AS personId,
  (SELECT ${calledSql('holder')}
    FROM people AS holder
    WHERE holder.studio_id = task.studio_id AND holder.id = task.person_id) AS personName,
  task.due_at AS dueAt, task.ends_at AS endsAt, task.path, task.facts, task.state,
  task.done_at AS doneAt, task.done_by_name AS doneByName`

/**
 * Ids of what is open to the viewer, at most `most`, those due first: a seek in an index for each
 * way of having a task, so that no more rows are read than asked for.
 */
function openIdsSql({ studio, now }: StudioContext, viewer: TaskViewer, most: number): SQL {
  const open = (whose: SQL) => sql`SELECT task.id, task.due_at FROM tasks AS task
    WHERE task.studio_id = ${studio.id} AND task.state = 'open' AND ${whose}
      AND (task.ends_at IS NULL OR task.ends_at > ${now})
    ORDER BY task.due_at LIMIT ${most}`
  if (seesAllTasks(viewer.role)) return open(sql`1`)
  const mine = sql`task.person_id = ${viewer.personId} AND task.person_id IS NOT NULL`
  const given = open(sql`${mine}${withoutMoneySql(viewer.role)}`)
  if (viewer.role !== 'front_desk') return given
  return sql`SELECT * FROM (${open(sql`task.role = 'front_desk'`)})
    UNION SELECT * FROM (${given}) ORDER BY due_at LIMIT ${most}`
}

/** What is open to the viewer, those due first, for the board. */
export function openTasksStatement(ctx: StudioContext, viewer: TaskViewer): Statement<TaskRow[]> {
  return ctx.db.all<TaskRow>(sql`
    SELECT ${columns} FROM (${openIdsSql(ctx, viewer, tasksShown)}) AS listed
    CROSS JOIN tasks AS task ON task.id = listed.id ORDER BY task.due_at, task.id`)
}

/** How much is open to the viewer, counted up to `tasksCounted`. */
export function countOpenTasksStatement(
  ctx: StudioContext,
  viewer: TaskViewer,
): Statement<{ n: number }[]> {
  return ctx.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${openIdsSql(ctx, viewer, tasksCounted)})`,
  )
}

/** What was done since an instant and the viewer may see, newest first. */
export function doneTasksStatement(
  { db, studio }: StudioContext,
  viewer: TaskViewer,
  since: Instant,
): Statement<TaskRow[]> {
  return db.all<TaskRow>(sql`
    SELECT ${columns} FROM tasks AS task
    WHERE task.studio_id = ${studio.id} AND task.state = 'done' AND task.done_at >= ${since}
      AND ${tasksOfSql(viewer)}
    ORDER BY task.done_at DESC, task.id DESC LIMIT ${tasksShown}`)
}

/** One task the viewer may see, whatever its state; none for another studio's. */
export function taskStatement(
  { db, studio }: StudioContext,
  viewer: TaskViewer,
  taskId: string,
): Statement<TaskRow[]> {
  return db.all<TaskRow>(sql`
    SELECT ${columns} FROM tasks AS task
    WHERE task.studio_id = ${studio.id} AND task.id = ${taskId} AND ${tasksOfSql(viewer)}`)
}
