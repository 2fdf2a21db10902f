/** One step of an import: which rows are next, and the write that makes them this step's. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PeopleImport } from './import-queries.server.ts'
import { rowsAtOnce, rowsKey } from './imported-file.server.ts'

/** The rows that wait at the cursor; none once the file is deleted. */
export async function nextRows<Row>(media: R2Bucket, job: PeopleImport): Promise<Row[]> {
  const object = await media.get(rowsKey(job.objectKey, job.cursor / rowsAtOnce))
  return object ? ((await object.json()) as Row[]) : []
}

/** Moves the cursor over `rows` from where the step found it; after the last one the file is done. */
export function advanceStatement(
  { db, studio, now }: StudioContext,
  job: PeopleImport,
  { step, rows }: { step: string; rows: number },
): Statement<D1Result> {
  const to = job.cursor + rows
  return db.run(sql`
    UPDATE people_imports SET cursor = ${to}, step = ${step},
      state = CASE WHEN ${to} >= total OR ${rows} = 0 THEN 'committed' ELSE state END,
      finished_at = CASE WHEN ${to} >= total OR ${rows} = 0 THEN ${now} END
    WHERE studio_id = ${studio.id} AND id = ${job.id} AND state = 'committing'
      AND cursor = ${job.cursor}`)
}

/** Whether this step moved the cursor. */
export const isStepSql = ({ studio }: StudioContext, job: PeopleImport, step: string): SQL =>
  sql`EXISTS (SELECT 1 FROM people_imports AS job
    WHERE job.studio_id = ${studio.id} AND job.id = ${job.id} AND job.step = ${step})`
