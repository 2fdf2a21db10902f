/** What staff do with a task: done, open again, given to someone. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import type { TaskKind } from './task-facts.ts'
import { seesAllTasks, type TaskRow, taskStatement, tasksOfSql } from './task-queries.server.ts'

/** `over`: what it asked for has ended automatically. */
export type TaskResult =
  | { ok: true; task: TaskRow; again?: true }
  | { ok: false; reason: 'not_found' | 'over' | 'not_staff' | 'not_yours' | 'no_fees' }

/**
 * Notes that someone at work did what was asked. Twice is once, and anyone who was first stays who
 * did it. Refused where it ended automatically (`over`), and as `not_found` for what is another
 * studio's or not theirs to see.
 */
export async function completeTask(ctx: MemberContext, taskId: string): Promise<TaskResult> {
  const { now, actor } = ctx
  return change(ctx, taskId, {
    action: 'task.done',
    from: 'open',
    to: 'done',
    set: sql`state = 'done', done_at = ${now}, done_by = ${actor.userId},
      done_by_name = ${actor.name}`,
  })
}

/** Takes a done task back: it is open again. Twice is once. */
export async function reopenTask(ctx: MemberContext, taskId: string): Promise<TaskResult> {
  return change(ctx, taskId, {
    action: 'task.reopened',
    from: 'done',
    to: 'open',
    set: sql`state = 'open', done_at = NULL, done_by = NULL, done_by_name = ''`,
    // What nothing can be done about any more stays as it was left.
    onlyIf: sql`(task.ends_at IS NULL OR task.ends_at > ${ctx.now})`,
  })
}

async function change(
  ctx: MemberContext,
  taskId: string,
  {
    action,
    from,
    to,
    set,
    onlyIf = sql`1`,
  }: { action: string; from: string; to: string; set: SQL; onlyIf?: SQL },
): Promise<TaskResult> {
  const { db, studio } = ctx
  const viewer = viewerOf(ctx)
  const { write, after } = await batch(db, {
    write: db.run(sql`
      UPDATE tasks AS task SET ${set}
      WHERE task.studio_id = ${studio.id} AND task.id = ${taskId} AND task.state = ${from}
        AND ${tasksOfSql(viewer)} AND ${onlyIf}`),
    audit: auditStatement(
      ctx,
      { action, subjectKind: 'task', subjectId: taskId },
      rightAfterChange,
    ),
    after: taskStatement(ctx, viewer, taskId),
  })
  const [task] = after
  if (!task) return { ok: false, reason: 'not_found' }
  if (task.state !== to) return { ok: false, reason: 'over' }
  return changed(write) > 0 ? { ok: true, task } : { ok: true, task, again: true }
}

/** Whether someone of that role could see the task if it was given to them; null has no account. */
export const mayHold = (kind: TaskKind, role: Role | null): boolean =>
  kind !== 'fees_due' || (role !== null && may(role, 'fees:read'))

/**
 * Gives an open task to someone who works here, or to nobody in particular (null). Owners and
 * managers give to anyone; others take it themselves or hand it back (`not_yours`). Someone who
 * does not work here is refused (`not_staff`), and for fees someone whose role, `holderRole`, may
 * not read them (`no_fees`): they would never see it.
 */
export async function assignTask(
  ctx: MemberContext,
  taskId: string,
  personId: string | null,
  holderRole: Role | null = null,
): Promise<TaskResult> {
  const { db, studio } = ctx
  const viewer = viewerOf(ctx)
  const readsFees = personId === null || mayHold('fees_due', holderRole)
  const mayGive = seesAllTasks(viewer.role)
  if (!mayGive && personId !== null && personId !== viewer.personId)
    return { ok: false, reason: 'not_yours' }
  const worksHere =
    personId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM people AS holder
          WHERE holder.studio_id = ${studio.id} AND holder.id = ${personId}
            AND holder.is_staff = 1 AND holder.archived_at IS NULL)`
  const theirs = mayGive
    ? sql`1`
    : sql`(task.person_id IS NULL OR task.person_id = ${viewer.personId})`
  const { before, write, after } = await batch(db, {
    before: taskStatement(ctx, viewer, taskId),
    write: db.run(sql`
      UPDATE tasks AS task SET person_id = ${personId}
      WHERE task.studio_id = ${studio.id} AND task.id = ${taskId} AND task.state = 'open'
        AND task.person_id IS NOT ${personId}
        AND ${tasksOfSql(viewer)} AND ${worksHere} AND ${theirs}
        ${readsFees ? sql`` : sql`AND task.cause_kind <> 'fees_due'`}`),
    audit: auditStatement(
      ctx,
      {
        action: 'task.assigned',
        subjectKind: 'task',
        subjectId: taskId,
        detail: { personId },
      },
      rightAfterChange,
    ),
    after: db.all<{ personId: string | null }>(sql`
      SELECT person_id AS personId FROM tasks
      WHERE studio_id = ${studio.id} AND id = ${taskId}`),
  })
  const [task] = before
  if (!task) return { ok: false, reason: 'not_found' }
  if (task.state !== 'open') return { ok: false, reason: 'over' }
  if (after[0]?.personId !== personId) {
    if (task.kind === 'fees_due' && !readsFees) return { ok: false, reason: 'no_fees' }
    const taken = !mayGive && task.personId !== null && task.personId !== viewer.personId
    return { ok: false, reason: taken ? 'not_yours' : 'not_staff' }
  }
  return changed(write) > 0 ? { ok: true, task } : { ok: true, task, again: true }
}

const viewerOf = ({ actor, person }: MemberContext) => ({
  role: actor.role,
  personId: person.id,
})
