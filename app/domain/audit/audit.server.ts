import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'

/** What a staff change did to whom, and why (R14). */
export type AuditLine = {
  /** `person.archived`, `credits.adjusted`: the thing, then what was done to it. */
  action: string
  subjectKind: string
  /** A subquery where only the change itself finds out whom it met. */
  subjectId: string | SQL
  reason?: string
  /**
   * What undo and a later reader need: ids, amounts, values before and after. Never secrets or
   * medical notes.
   */
  detail?: Record<string, unknown>
  /** The line's own id, where a key that travels with a form makes a second sending do nothing. */
  id?: string
}

/**
 * True where the statement right before it in the same batch changed a row. Put the audit line
 * behind the guarded write it tells of: a write that its guard refused leaves no line.
 */
export const rightAfterChange = sql`changes() > 0`

/**
 * True behind a line that this batch has written: for what hangs on a guarded change and stands
 * further down.
 */
export const lineWrittenSql = (lineId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM audit_entries AS written WHERE written.id = ${lineId})`

/** A line of the audit for the batch of the change. `onlyIf` must hold when the batch runs. */
export function auditStatement(
  {
    db,
    studio,
    now,
    actor,
  }: Pick<StudioContext, 'db' | 'studio' | 'now'> & { actor: Pick<Actor, 'userId' | 'name'> },
  { action, subjectKind, subjectId, reason = '', detail = {}, id = newId() }: AuditLine,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO audit_entries (id, studio_id, actor_id, actor_name, action, subject_kind,
      subject_id, reason, detail, created_at)
    SELECT ${id}, ${studio.id}, ${actor.userId}, ${actor.name}, ${action}, ${subjectKind},
      ${subjectId}, ${reason}, ${JSON.stringify(detail)}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}

/** The lines of one record are those of another from now on, for the batch that merges the two. */
export const moveLinesStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { kind, from, to }: { kind: string; from: string; to: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE audit_entries SET subject_id = ${to}
    WHERE studio_id = ${studio.id} AND subject_kind = ${kind} AND subject_id = ${from}
      AND ${onlyIf}`)

/**
 * What the lines say of who someone was, for the batch that erases them: that something was done
 * stays, why and with what goes, and what they did themselves has no name.
 */
export const eraseLinesStatements = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { personId, userId, name }: { personId: string; userId: string | null; name: string },
  onlyIf: SQL,
) => ({
  about: db.run(sql`
    UPDATE audit_entries SET reason = '', detail = '{}'
    WHERE studio_id = ${studio.id} AND subject_kind = 'person' AND subject_id = ${personId}
      AND ${onlyIf}`),
  by: db.run(sql`
    UPDATE audit_entries SET actor_name = ${name}
    WHERE studio_id = ${studio.id} AND actor_id = ${userId} AND ${onlyIf}`),
})

/**
 * A line for each row of a SELECT: `from` names it, `idSql` and `subjectIdSql` are its columns; a
 * line's id comes once.
 */
export function auditEachStatement(
  { db, studio, now, actor }: Parameters<typeof auditStatement>[0],
  {
    action,
    subjectKind,
    reason = '',
    detail,
  }: { action: string; subjectKind: string; reason?: string; detail: SQL },
  { idSql, subjectIdSql, from }: { idSql: SQL; subjectIdSql: SQL; from: SQL },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO audit_entries (id, studio_id, actor_id, actor_name, action, subject_kind,
      subject_id, reason, detail, created_at)
    SELECT ${idSql}, ${studio.id}, ${actor.userId}, ${actor.name}, ${action}, ${subjectKind},
      ${subjectIdSql}, ${reason}, ${detail}, ${now}
    FROM ${from} WHERE 1
    ON CONFLICT (id) DO NOTHING`)
}
