/** Reads of files of workouts. */
import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LogSource } from './log-file-columns.ts'
import type { FoundInFile, ImportedExercise, LogImportState } from './log-import-view.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

type Row = {
  id: string
  personId: string
  state: LogImportState
  source: LogSource
  fileName: string
  found: string
  exercises: string
  createdAt: Instant
  keptAt: Instant | null
  undoneAt: Instant | null
  /** It has rows that can be mended (`findLeftOut`). */
  toMend: number
}

export type LogImport = Omit<Row, 'found' | 'exercises'> & {
  found: FoundInFile
  exercises: ImportedExercise[]
}

export const toLogImport = (row: Row): LogImport => ({
  ...row,
  found: JSON.parse(row.found) as FoundInFile,
  exercises: JSON.parse(row.exercises) as ImportedExercise[],
})

const columns = sql`file.id, file.person_id AS personId, file.state, file.source,
  file.file_name AS fileName, file.found, file.exercises, file.created_at AS createdAt,
  file.kept_at AS keptAt, file.undone_at AS undoneAt,
  file.left_out <> '' AS toMend`

/** One file of a person; no row for anybody else's. */
export const logImportStatement = ({ db, studio }: Where, personId: string, id: string) =>
  db.all<Row>(sql`
    SELECT ${columns} FROM log_imports AS file
    WHERE file.studio_id = ${studio.id} AND file.id = ${id} AND file.person_id = ${personId}`)

/** Rows of a file of theirs to mend, the first its heads; null where none was left out. */
export async function findLeftOut(
  { db, studio, person }: MemberContext,
  id: string,
): Promise<string[][] | null> {
  const [row] = await db.all<{ leftOut: string }>(sql`
    SELECT left_out AS leftOut FROM log_imports
    WHERE studio_id = ${studio.id} AND id = ${id} AND person_id = ${person.id}`)
  return row?.leftOut ? (JSON.parse(row.leftOut) as string[][]) : null
}

export async function findLogImport(ctx: MemberContext, id: string): Promise<LogImport | null> {
  const [row] = await logImportStatement(ctx, ctx.person.id, id)
  return row ? toLogImport(row) : null
}

export type ListedImport = Pick<Row, 'id' | 'state' | 'source' | 'fileName' | 'createdAt'> & {
  workouts: number
}

/** The newest files of a person, with how many workouts of each are in the log. */
export const logImportsStatement = ({ db, studio }: Where, personId: string) =>
  db.all<ListedImport>(sql`
    SELECT file.id, file.state, file.source, file.file_name AS fileName,
      file.created_at AS createdAt, (SELECT count(*) FROM workout_logs AS log
        WHERE log.studio_id = file.studio_id AND log.import_id = file.id) AS workouts
    FROM log_imports AS file
    WHERE file.studio_id = ${studio.id} AND file.person_id = ${personId}
    ORDER BY file.created_at DESC, file.id LIMIT 10`)

/** What marks the sets that a file brought, so that they are told from those said later. */
export const importDevice = (importId: string) => `import:${importId}`

/**
 * The workouts of a file, as `log`, that something stands on since: a set said again or added, a note,
 * an effort, a workout shared.
 */
const builtOn = (importId: SQL | string): SQL => sql`FROM workout_logs AS log
  WHERE log.import_id = ${importId} AND (log.updated_at > log.created_at OR EXISTS (
    SELECT 1 FROM workout_sets AS s WHERE s.studio_id = log.studio_id AND s.log_id = log.id
      AND s.device <> 'import:' || log.import_id))`

/** Whether something stands on what `file` brought. */
export const builtOnSql: SQL = sql`EXISTS (
  SELECT 1 ${builtOn(sql`file.id`)} AND log.studio_id = file.studio_id)`

export type BuiltOnRow = { name: string; localStart: string; n: number }

/** The newest workout of a file that something stands on, and how many there are. */
export const builtOnStatement = ({ db, studio }: Where, importId: string) =>
  db.all<BuiltOnRow>(sql`
    SELECT log.name, max(log.local_start) AS localStart, count(*) AS n ${builtOn(importId)}
      AND log.studio_id = ${studio.id}`)
