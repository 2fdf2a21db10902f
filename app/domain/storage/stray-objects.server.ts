import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import { allOn, inScope, type ObjectRow, objectColumns, toObject } from './object-queries.server.ts'
import { renderPrefix } from './render-parameters.ts'
import type { StorageScope, StoredObject } from './stored-object.ts'

/** Bytes that were not named by a row an hour after they were announced never will be. */
export const arrivalMs = 3_600_000

const sweptAtOnce = 50

type Remover = Pick<StorageScope, 'db'> & { media: R2Bucket; nowMs: number }

/**
 * Statements that remove the rows of files of one shelf and put their bytes on the list of strays,
 * for someone's batch; `clearStrays` deletes the bytes behind it. `which` is a condition over
 * `objects`.
 */
export function removeObjectsStatements(scope: StorageScope & { nowMs: number }, which: SQL) {
  return statements(scope, sql`${inScope(scope)} AND ${which}`)
}

function statements({ db: either, nowMs }: Pick<Remover, 'db' | 'nowMs'>, condition: SQL) {
  const db = either as StudioDb
  return {
    strays: db.run(sql`
      INSERT INTO stray_objects (object_key, due_at_ms) SELECT object_key, ${nowMs} FROM objects
      WHERE ${condition}
      ON CONFLICT (object_key) DO UPDATE SET due_at_ms = excluded.due_at_ms`),
    removed: db.all<ObjectRow>(
      sql`DELETE FROM objects WHERE ${condition} RETURNING ${objectColumns}`,
    ),
  }
}

/** Removes files of one shelf: rows first, then bytes. Answers what was there. */
export const removeObjects = (scope: StorageScope & Remover, which: SQL) =>
  removeObjectsOf(scope, sql`${inScope(scope)} AND ${which}`)

/** Removes the file at a path, if there is one. */
export const removePlace = (scope: StorageScope & Remover, bucketId: string, path: string) =>
  removeObjects(scope, sql`bucket_id = ${bucketId} AND path = ${path}`)

/** Removes files no matter whose they are: for what is done to a bucket as a whole. */
export async function removeObjectsOf(at: Remover, which: SQL): Promise<StoredObject[]> {
  const { removed } = await batch(at.db as StudioDb, statements(at, which))
  const objects = (removed as ObjectRow[]).map(toObject)
  await clearStrays(
    at,
    objects.map(({ objectKey }) => objectKey),
  )
  return objects
}

/**
 * Deletes bytes that no row speaks of, and the pictures made from them. It never throws: what fails
 * here stays on the list for the sweep.
 */
export async function clearStrays(
  { db, media }: Pick<StorageScope, 'db'> & { media: R2Bucket },
  objectKeys: readonly string[],
): Promise<void> {
  if (objectKeys.length === 0) return
  try {
    for (const key of objectKeys) {
      const { objects } = await media.list({ prefix: renderPrefix(key) })
      if (objects.length > 0) await media.delete(objects.map((object) => object.key))
    }
    await media.delete([...objectKeys])
    await (db as StudioDb).run(sql`
      DELETE FROM stray_objects
      WHERE object_key IN (SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`)
  } catch (error) {
    console.error('Bytes were left for the sweep', { objectKeys, error })
  }
}

/** Whether a database has bytes to delete. */
export const straysDueSql = (nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM stray_objects WHERE due_at_ms <= ${nowMs})`

/** Deletes the bytes that are due in one database; answers how many. */
export async function sweepStrays(
  at: Pick<StorageScope, 'db'> & { media: R2Bucket; nowMs: number },
): Promise<number> {
  const due = await allOn<{ objectKey: string }>(
    at.db,
    sql`SELECT object_key AS objectKey FROM stray_objects WHERE due_at_ms <= ${at.nowMs}
      ORDER BY due_at_ms LIMIT ${sweptAtOnce}`,
  )
  await clearStrays(
    at,
    due.map(({ objectKey }) => objectKey),
  )
  return due.length
}

/**
 * Puts bytes in R2 for a row of another context, announced first: unless the batch that writes the
 * row also says that they arrived (`arrivedStatement`), the sweep deletes them. Answers their key.
 */
export async function putBytes(
  { db, media, nowMs }: { db: StudioDb; media: R2Bucket; nowMs: number },
  bytes: Uint8Array,
  contentType: string,
): Promise<string> {
  const objectKey = `objects/${randomCharacters(32)}`
  await announceStatement(db, objectKey, nowMs + arrivalMs)
  await media.put(objectKey, bytes, { httpMetadata: { contentType } })
  return objectKey
}

/** Says that bytes will come under a key; unless a row names them until then they are swept. */
export const announceStatement = (db: StudioDb, objectKey: string, dueAtMs: number) =>
  db.run(sql`INSERT INTO stray_objects (object_key, due_at_ms) VALUES (${objectKey}, ${dueAtMs})`)

/** For the batch that names the bytes: they are no strays any more, if `named` holds by then. */
export const arrivedStatement = (db: StudioDb, objectKey: string, named: SQL) =>
  db.run(sql`DELETE FROM stray_objects WHERE object_key = ${objectKey} AND ${named}`)

/** Whether bytes are still announced: what the sweep has taken can't be named any more. */
export const announcedSql = (objectKey: string): SQL =>
  sql`EXISTS (SELECT 1 FROM stray_objects WHERE object_key = ${objectKey})`
