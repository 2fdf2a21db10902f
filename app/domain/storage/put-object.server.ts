import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import { firstFolder } from './object-name.ts'
import { inScope, type ObjectRow, objectColumns, toObject } from './object-queries.server.ts'
import type { StorageScope, StoredObject } from './stored-object.ts'
import { arrivalMs, clearStrays } from './stray-objects.server.ts'

export type NewObject = Pick<
  StoredObject,
  'bucketId' | 'path' | 'ownerId' | 'contentType' | 'cacheControl'
> &
  Partial<Pick<StoredObject, 'width' | 'height' | 'placeholder' | 'alt' | 'metadata'>> & {
    bytes: Uint8Array
  }

export type PutObjectResult =
  | { ok: true; object: StoredObject }
  | { ok: false; reason: 'exists' | 'folder_full' }

type PutOptions = {
  /** Replaces what lies at the path. */
  upsert: boolean
  /** What the first folder may hold in this database, over all buckets; undefined for no limit. */
  folderBytes?: number
}

/**
 * Puts a file at a path: bytes in R2 under a key of their own, then the row that names them, which
 * is the moment it can be read. The key is announced first and the row needs the announcement, so a
 * crash at any point leaves either the old file or the new one, and bytes that the sweep will find.
 * Refuses a path that is taken unless `upsert`, and a folder that is full.
 */
export async function putObject(
  scope: StorageScope & { media: R2Bucket; nowMs: number },
  file: NewObject,
  { upsert, folderBytes }: PutOptions,
): Promise<PutObjectResult> {
  const db = scope.db as StudioDb
  const { nowMs } = scope
  const objectKey = `objects/${randomCharacters(32)}`
  await db.run(
    sql`INSERT INTO stray_objects (object_key, due_at_ms)
      VALUES (${objectKey}, ${nowMs + arrivalMs})`,
  )
  const { etag } = await scope.media.put(objectKey, file.bytes, {
    httpMetadata: { contentType: file.contentType },
  })

  const here = sql`bucket_id = ${file.bucketId} AND path = ${file.path}`
  const fits = folderBytes === undefined ? sql`1` : fitsSql(scope, file, folderBytes)
  const announced = sql`EXISTS (SELECT 1 FROM stray_objects WHERE object_key = ${objectKey})`
  const { before, after } = await batch(db, {
    before: db.all<{ objectKey: string }>(
      sql`SELECT object_key AS objectKey FROM objects WHERE ${here}`,
    ),
    replaced: db.run(sql`
      INSERT INTO stray_objects (object_key, due_at_ms) SELECT object_key, ${nowMs} FROM objects
      WHERE ${here} AND ${upsert ? 1 : 0} AND ${announced} AND ${fits}
      ON CONFLICT (object_key) DO NOTHING`),
    after: db.all<ObjectRow>(sql`
      INSERT INTO objects (id, studio_id, bucket_id, path, object_key, owner_id, content_type,
        bytes, cache_control, etag, version, width, height, placeholder, alt, metadata,
        created_at_ms, updated_at_ms)
      SELECT ${crypto.randomUUID()}, ${scope.studioId}, ${file.bucketId}, ${file.path},
        ${objectKey}, ${file.ownerId}, ${file.contentType}, ${file.bytes.length},
        ${file.cacheControl}, ${etag}, ${randomCharacters(10)},
        ${file.width ?? null}, ${file.height ?? null}, ${file.placeholder ?? ''}, ${file.alt ?? ''},
        ${JSON.stringify(file.metadata ?? {})}, ${nowMs}, ${nowMs}
      WHERE ${announced} AND ${fits}
      ON CONFLICT (bucket_id, path) DO UPDATE SET object_key = excluded.object_key,
        owner_id = excluded.owner_id, content_type = excluded.content_type, bytes = excluded.bytes,
        cache_control = excluded.cache_control, etag = excluded.etag, version = excluded.version,
        width = excluded.width, height = excluded.height, placeholder = excluded.placeholder,
        alt = excluded.alt, metadata = excluded.metadata, updated_at_ms = excluded.updated_at_ms
      WHERE ${upsert ? 1 : 0} RETURNING ${objectColumns}`),
    arrived: db.run(sql`
      DELETE FROM stray_objects WHERE object_key = ${objectKey}
        AND EXISTS (SELECT 1 FROM objects WHERE ${here} AND object_key = ${objectKey})`),
  })
  const [row] = after as ObjectRow[]
  const old = (before as { objectKey: string }[])[0]
  const replacedKeys = old ? [old.objectKey] : []
  await clearStrays(scope, row ? replacedKeys : [objectKey])
  if (row) return { ok: true, object: toObject(row) }
  return { ok: false, reason: old && !upsert ? 'exists' : 'folder_full' }
}

/**
 * Whether the file's first folder has room for it, beside what it replaces; the directory knows the
 * buckets. `0` follows `/`.
 */
function fitsSql(
  scope: StorageScope,
  { path, bucketId, bytes }: NewObject,
  folderBytes: number,
): SQL {
  const { folder } = firstFolder(path)
  return sql`(SELECT coalesce(sum(bytes), 0) FROM objects WHERE ${inScope(scope)}
    AND bucket_id IN (SELECT id FROM buckets) AND path >= ${`${folder}/`} AND path < ${`${folder}0`}
    AND NOT (bucket_id = ${bucketId} AND path = ${path})) + ${bytes.length} <= ${folderBytes}`
}

/** Moves a file's row to another path; its bytes stay. Refuses a path that is taken. */
export async function moveObject(
  scope: StorageScope & { nowMs: number },
  bucketId: string,
  from: string,
  to: string,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' | 'exists' }> {
  const db = scope.db as StudioDb
  const at = (path: string) => sql`${inScope(scope)} AND bucket_id = ${bucketId} AND path = ${path}`
  const { moved, found } = await batch(db, {
    found: db.all(sql`SELECT 1 FROM objects WHERE ${at(from)}`),
    moved: db.run(sql`
      UPDATE objects SET path = ${to}, updated_at_ms = ${scope.nowMs}
      WHERE ${at(from)} AND NOT EXISTS (SELECT 1 FROM objects
        WHERE bucket_id = ${bucketId} AND path = ${to})`),
  })
  if (changed(moved) > 0) return { ok: true }
  return { ok: false, reason: (found as unknown[]).length > 0 ? 'exists' : 'not_found' }
}
