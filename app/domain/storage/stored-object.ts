import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'

/** A file's row, as the queries of this context answer it. Times are real, in milliseconds. */
export type StoredObject = {
  id: string
  studioId: string | null
  bucketId: string
  path: string
  objectKey: string
  ownerId: string | null
  contentType: string
  bytes: number
  cacheControl: string
  etag: string
  version: string
  linkKey: string
  width: number | null
  height: number | null
  placeholder: string
  alt: string
  metadata: Record<string, unknown>
  createdAtMs: number
  updatedAtMs: number
}

/**
 * The database that holds the rows of a folder: a studio's shard, or the directory with `studioId`
 * null.
 */
export type StorageScope = { db: DirectoryDb | StudioDb; studioId: string | null }
