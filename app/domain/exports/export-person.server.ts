import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import type { CsvCell } from '#app/values/csv.ts'
import type { PersonFile } from './person-file.ts'
import { personFiles } from './person-files.ts'

/** Rows read at once while the archive is sent, and of one file at most. */
const atOnce = 500
const rowsAtMost = 20_000

export type OwnFile =
  | { name: string; parts: AsyncIterable<CsvCell[][]> }
  | { name: string; text: AsyncIterable<string> }

export type ExportPersonResult =
  | { ok: true; files: OwnFile[] }
  | { ok: false; reason: 'ask_studio' | 'too_often' }

/**
 * Everything the studio keeps of the person who asks, as tables and once more as JSON, read while it
 * is sent. Nobody else's rows are in it. A few times an hour at most.
 */
export async function exportPerson(
  ctx: MemberContext,
  directory: DirectoryDb,
): Promise<ExportPersonResult> {
  const { db, studio, person, nowMs } = ctx
  if (!studioLets(studio, 'download_data')) return { ok: false, reason: 'ask_studio' }
  const { counted } = await batch(directory, {
    counted: countTryStatement({ directory, nowMs }, 'ownData', `${studio.id}:${person.id}`),
  })
  if (isOver('ownData', counted)) return { ok: false, reason: 'too_often' }
  await batch(db, {
    audit: auditStatement(ctx, {
      action: 'own_data.downloaded',
      subjectKind: 'person',
      subjectId: person.id,
      detail: { files: personFiles.length },
    }),
  })
  const tables = personFiles.map((file) => ({
    name: `${file.file}.csv`,
    parts: csvOf(ctx, file),
  }))
  return { ok: true, files: [...tables, { name: 'everything.json', text: jsonOf(ctx) }] }
}

async function* csvOf(ctx: MemberContext, file: PersonFile) {
  yield [[...file.columns]]
  for await (const rows of rowsOf(ctx, file))
    yield rows.map((row) => file.columns.map((name) => cellOf(row[name])))
}

async function* jsonOf(ctx: MemberContext) {
  const { studio, now } = ctx
  yield `{\n"studio": ${JSON.stringify(studio.name)},\n"taken": ${JSON.stringify(now)}`
  for (const file of personFiles) {
    yield `,\n${JSON.stringify(file.file)}: [`
    let first = true
    for await (const rows of rowsOf(ctx, file)) {
      yield rows.map((row, i) => `${first && i === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
      first = false
    }
    yield ']'
  }
  yield '\n}\n'
}

type Row = Record<string, unknown>

async function* rowsOf({ db, studio, person }: MemberContext, { select, from }: PersonFile) {
  const whose = { studioId: studio.id, personId: person.id }
  for (let offset = 0; offset < rowsAtMost; offset += atOnce) {
    const rows = await db.all<Row>(
      sql`SELECT ${select} ${from(whose)} LIMIT ${atOnce} OFFSET ${offset}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
  }
}

const cellOf = (value: unknown): CsvCell =>
  typeof value === 'number' ? value : String(value ?? '')
