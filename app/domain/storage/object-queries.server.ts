import { type SQL, sql } from 'drizzle-orm'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import type { StorageScope, StoredObject } from './stored-object.ts'

export type ObjectRow = Omit<StoredObject, 'metadata'> & { metadata: string }

/** Columns of a file over `objects`. */
export const objectColumns = sql`id, studio_id AS studioId, bucket_id AS bucketId, path,
  object_key AS objectKey, owner_id AS ownerId, content_type AS contentType, bytes,
  cache_control AS cacheControl, etag, version, link_key AS linkKey, width, height, placeholder, alt, metadata,
  created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs`

/**
 * Columns of a picture over `objects AS <alias>`, for page queries that join it; `toImage` reads
 * them.
 */
export function imageColumns(alias: string): SQL {
  const image = sql.raw(alias)
  return sql`${image}.id, ${image}.bucket_id AS bucket, ${image}.path, ${image}.alt,
    ${image}.placeholder, ${image}.version, ${image}.width, ${image}.height`
}

export const toObject = (row: ObjectRow): StoredObject => ({
  ...row,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
})

/** Rows of one shelf: those of its studio, or those of none. */
export const inScope = ({ studioId }: Pick<StorageScope, 'studioId'>): SQL =>
  studioId === null ? sql`studio_id IS NULL` : sql`studio_id = ${studioId}`

/** The file at a path; null where there is none. */
export async function findObject(
  scope: StorageScope,
  bucketId: string,
  path: string,
): Promise<StoredObject | null> {
  const [row] = await allOn<ObjectRow>(
    scope.db,
    sql`SELECT ${objectColumns} FROM objects
      WHERE ${inScope(scope)} AND bucket_id = ${bucketId} AND path = ${path}`,
  )
  return row ? toObject(row) : null
}

/** The files at several paths; those that are not there are left out. */
export async function findObjects(
  scope: StorageScope,
  bucketId: string,
  paths: readonly string[],
): Promise<StoredObject[]> {
  const rows = await allOn<ObjectRow>(
    scope.db,
    sql`SELECT ${objectColumns} FROM objects WHERE ${inScope(scope)} AND bucket_id = ${bucketId}
      AND path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`,
  )
  return rows.map(toObject)
}

/** Rows of a statement on either kind of database. */
export const allOn = <Row>(db: DirectoryDb | StudioDb, statement: SQL) =>
  (db as StudioDb).all<Row>(statement)
