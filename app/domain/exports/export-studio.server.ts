import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { exportTables } from './export-tables.server.ts'

/** Rows read at once while the archive is sent. */
const atOnce = 1_000

export type ExportedFile = { name: string; parts: AsyncIterable<CsvCell[][]> }

/**
 * Everything of a studio as files of rows, one a table, read while they are sent. That it was taken
 * is written down before anything is handed out (R14).
 */
export async function exportStudio(ctx: StaffContext): Promise<ExportedFile[]> {
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'studio.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { files: exportTables.length },
    }),
  })
  return exportTables.map(({ file, table, columns }) => ({
    name: file,
    parts: rowsOf(ctx, table, columns),
  }))
}

type Row = Record<string, unknown> & { at: number }

async function* rowsOf({ db, studio }: StaffContext, table: string, columns: string[]) {
  yield [columns]
  const list = sql.raw(columns.map((name) => `"${name}"`).join(', '))
  for (let after = 0; ; ) {
    const rows = await db.all<Row>(sql`
      SELECT rowid AS at, ${list} FROM ${sql.raw(table)}
      WHERE studio_id = ${studio.id} AND rowid > ${after} ORDER BY rowid LIMIT ${atOnce}`)
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => cellOf(row[name])))
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.at
  }
}

const cellOf = (value: unknown): CsvCell =>
  typeof value === 'number' ? value : String(value ?? '')
