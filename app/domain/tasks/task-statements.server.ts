/** Raising and closing tasks in someone else's batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { newId } from '#app/values/id.ts'
import type { NewTask, TaskCause, TaskKind, TaskRole } from './task-facts.ts'

/**
 * Raises a task for the batch of what causes it: one row a cause, however often it is raised, also
 * by two at once. What someone has done is not raised again; a cause that ended may come back.
 * `onlyIf` must hold when the batch runs.
 */
export function raiseTaskStatement(
  { db, studio, now }: StudioContext,
  { cause, facts, role, personId = null, dueAt, endsAt, path }: NewTask,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO tasks (id, studio_id, cause_kind, cause_ref, role, person_id, due_at, ends_at, path,
      facts, state, created_at)
    SELECT ${newId()}, ${studio.id}, ${cause.kind}, ${cause.ref}, ${role}, ${personId}, ${dueAt},
      ${endsAt}, ${path}, ${JSON.stringify(facts)}, 'open', ${now}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/**
 * Closes the task of a cause that has ended, for the batch that ends it: it asks nothing any more.
 * Where someone did it, that stays, and cannot be taken back any more.
 */
export function closeTaskStatement(
  { db, studio, now }: StudioContext,
  { kind, ref }: TaskCause,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE tasks SET state = iif(state = 'open', 'over', state),
      done_at = iif(state = 'open', ${now}, done_at), ends_at = ${now}
    WHERE studio_id = ${studio.id} AND cause_kind = ${kind} AND cause_ref = ${ref}
      AND state <> 'over' AND ${onlyIf}`)
}

/** The same of several causes of one kind: `refs` is a SELECT. Put it in front of what changes them. */
export function closeTasksStatement(
  { db, studio, now }: StudioContext,
  { kind, refs }: { kind: TaskKind; refs: SQL },
): Statement<D1Result> {
  return db.run(sql`
    UPDATE tasks SET state = iif(state = 'open', 'over', state),
      done_at = iif(state = 'open', ${now}, done_at), ends_at = ${now}
    WHERE studio_id = ${studio.id} AND cause_kind = ${kind} AND state <> 'over'
      AND cause_ref IN (${refs})`)
}

/** Ends the open tasks of several causes of one kind whose fact has come true: `refs` is a SELECT. */
export const endTasksStatement = (
  { db, studio, now }: StudioContext,
  { kind, refs }: { kind: TaskKind; refs: SQL },
): Statement<D1Result> =>
  db.run(sql`
    UPDATE tasks SET state = 'over', done_at = ${now}
    WHERE studio_id = ${studio.id} AND cause_kind = ${kind} AND state = 'open'
      AND cause_ref IN (${refs})`)

/** Gives the open tasks of several causes of one kind to someone: `refs` is a SELECT. */
export function giveTasksStatement(
  { db, studio }: StudioContext,
  { kind, refs, personId }: { kind: TaskKind; refs: SQL; personId: string },
): Statement<D1Result> {
  return db.run(sql`
    UPDATE tasks SET person_id = ${personId}
    WHERE studio_id = ${studio.id} AND cause_kind = ${kind} AND state = 'open'
      AND cause_ref IN (${refs})`)
}

/**
 * A task for each row of `causes`, a SELECT of `cause_ref, due_at, ends_at, path, facts`; whose
 * facts have changed since has them set right while it is open.
 */
export function raiseTasksStatement(
  { db, studio, now }: StudioContext,
  { kind, role, causes }: { kind: TaskKind; role: TaskRole; causes: SQL },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO tasks (id, studio_id, cause_kind, cause_ref, role, due_at, ends_at, path, facts,
      state, created_at)
    SELECT lower(hex(randomblob(8))), ${studio.id}, ${kind}, cause.cause_ref, ${role},
      cause.due_at, cause.ends_at, cause.path, cause.facts, 'open', ${now}
    FROM (${causes}) AS cause WHERE 1
    ON CONFLICT (studio_id, cause_kind, cause_ref) WHERE state <> 'over'
    DO UPDATE SET facts = excluded.facts, due_at = excluded.due_at, ends_at = excluded.ends_at
      WHERE tasks.state = 'open' AND (tasks.facts <> excluded.facts
        OR tasks.due_at <> excluded.due_at OR tasks.ends_at IS NOT excluded.ends_at)`)
}

/**
 * Brings the tasks of a kind to what asks for someone now, a SELECT as for `raiseTasksStatement`:
 * what is missing is raised, and what asks no more is closed. Asked by whatever changes such a
 * cause, and by the job for what only time changes.
 */
export function keepTasksStatements(
  ctx: StudioContext,
  { kind, role, causes }: { kind: TaskKind; role: TaskRole; causes: SQL },
) {
  const { db, studio, now } = ctx
  return {
    raised: raiseTasksStatement(ctx, { kind, role, causes }),
    ended: db.run(sql`
      UPDATE tasks SET state = 'over', done_at = ${now}
      WHERE studio_id = ${studio.id} AND cause_kind = ${kind} AND state = 'open'
        AND cause_ref NOT IN (SELECT cause.cause_ref FROM (${causes}) AS cause)`),
  }
}

/**
 * Brings each open task of a kind to what it is about next: `next` is a SELECT of one row at most of
 * `due_at, ends_at, path, facts` for the alias `task`, and where it has none the task is closed,
 * unless `stays`.
 */
export function followTasksStatements(
  { db, studio, now }: StudioContext,
  { kind, next, stays }: { kind: TaskKind; next: SQL; stays: SQL },
) {
  const open = sql`task.studio_id = ${studio.id} AND task.cause_kind = ${kind}
    AND task.state = 'open' AND NOT (${stays})`
  return {
    followed: db.run(sql`
      UPDATE tasks AS task
      SET (due_at, ends_at, path, facts) = (SELECT due_at, ends_at, path, facts FROM (${next}))
      WHERE ${open} AND EXISTS (SELECT 1 FROM (${next}) AS next WHERE next.due_at <> task.due_at)`),
    closed: db.run(sql`
      UPDATE tasks AS task SET state = 'over', done_at = ${now}
      WHERE ${open} AND NOT EXISTS (${next})`),
  }
}

/** Whether a studio has tasks that may ask nothing any more. */
export const openTasksDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM tasks WHERE tasks.studio_id = ${studio} AND tasks.state = 'open')`

/** Closes what nothing can be done about any more, whatever its kind. */
export function endPastTasksStatement({ db, studio, now }: StudioContext): Statement<D1Result> {
  // Nothing ends before it is due, so the index by due date serves.
  return db.run(sql`
    UPDATE tasks SET state = 'over', done_at = ${now}
    WHERE studio_id = ${studio.id} AND state = 'open' AND due_at <= ${now} AND ends_at <= ${now}`)
}
