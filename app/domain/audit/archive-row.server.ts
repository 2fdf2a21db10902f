import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { auditStatement, rightAfterChange } from './audit.server.ts'

type Archiving = {
  /** `UPDATE <table>`, as the context that owns the table writes it. */
  update: SQL
  /** Its name, to look whether the row is there. */
  table: SQL
  /** The row, within its studio. */
  own: SQL
  archived: boolean
  /** The line of the change; its action is `<what>.archived` or `<what>.restored`. */
  line: { what: string; subjectKind: string; subjectId: string; detail?: Record<string, unknown> }
}

/**
 * Takes a row out of what is offered, or brings it back, with a line of who did it. Twice is once,
 * with one line. False where there is no such row.
 */
export async function archiveRow(
  ctx: StaffContext,
  { update, table, own, archived, line: { what, ...line } }: Archiving,
): Promise<boolean> {
  const { db, now } = ctx
  const { found } = await batch(db, {
    set: db.run(sql`
      ${update} SET archived_at = ${archived ? now : null}
      WHERE ${own} AND archived_at IS ${archived ? sql`NULL` : sql`NOT NULL`}`),
    audit: auditStatement(
      ctx,
      { action: `${what}.${archived ? 'archived' : 'restored'}`, ...line },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT id FROM ${table} WHERE ${own}`),
  })
  return found.length > 0
}
