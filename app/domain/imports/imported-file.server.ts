/** What lies in the bucket of an import, below its key. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { findPeopleImport, type PeopleImport } from './import-queries.server.ts'
import type { Check } from './import-words.ts'
import type { RefusedRow } from './prepared-row.ts'

export type FileContext = StaffContext & { media: R2Bucket }

/** Rows of one step, and of one object that waits in the bucket. */
export const rowsAtOnce = 200

export const rowsKey = (objectKey: string, chunk: number) => `${objectKey}/rows/${chunk}.json`
export const rawKey = (objectKey: string) => `${objectKey}/file`
export const checkKey = (objectKey: string) => `${objectKey}/check.json`
export const refusedKey = (objectKey: string) => `${objectKey}/refused.json`

/** What the check found, for the page; null once the file is deleted. */
export async function readCheck(
  { media }: Pick<FileContext, 'media'>,
  { objectKey }: Pick<PeopleImport, 'objectKey'>,
): Promise<Check | null> {
  if (objectKey === '') return null
  const object = await media.get(checkKey(objectKey))
  return object ? ((await object.json()) as Check) : null
}

/** Rows that are left out, in the order of the file; none once the file is deleted. */
export async function readRefused(
  { media }: Pick<FileContext, 'media'>,
  { objectKey }: Pick<PeopleImport, 'objectKey'>,
): Promise<RefusedRow[]> {
  if (objectKey === '') return []
  const object = await media.get(refusedKey(objectKey))
  return object ? ((await object.json()) as RefusedRow[]) : []
}

/** Throws a file away that was not imported. Answers whether there was one. */
export async function discardPeopleFile(ctx: FileContext, importId: string): Promise<boolean> {
  const { discarded } = await batch(ctx.db, {
    discarded: ctx.db.run(sql`
      UPDATE people_imports SET state = 'discarded', finished_at = ${ctx.now}
      WHERE studio_id = ${ctx.studio.id} AND id = ${importId}
        AND state IN ('uploaded', 'mapped', 'dry_run')`),
    audit: auditStatement(
      ctx,
      { action: 'import.discarded', subjectKind: 'people_import', subjectId: importId },
      rightAfterChange,
    ),
  })
  if (changed(discarded) === 0) return false
  const job = await findPeopleImport(ctx, importId)
  if (job) await forgetFile(ctx, job)
  return true
}

/** Deletes a file and all that was made of it; the row stays and says so. */
export async function forgetFile(
  { db, studio, media }: Pick<FileContext, 'db' | 'studio' | 'media'>,
  { id, objectKey }: { id: string; objectKey: string },
): Promise<void> {
  if (objectKey === '') return
  for (;;) {
    const { objects, truncated } = await media.list({ prefix: `${objectKey}/` })
    if (objects.length > 0) await media.delete(objects.map(({ key }) => key))
    if (!truncated) break
  }
  await db.run(sql`UPDATE people_imports SET object_key = '',
      state = CASE WHEN state IN ('uploaded', 'mapped', 'dry_run') THEN 'discarded' ELSE state END
    WHERE studio_id = ${studio.id} AND id = ${id}`)
}
