import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { allOn } from './object-queries.server.ts'
import { removeObjectsOf } from './stray-objects.server.ts'

/** Every database that holds rows of files: the directory first, then each shard. */
export type Holders = {
  directory: DirectoryDb
  shards: readonly StudioDb[]
  media: R2Bucket
  nowMs: number
}

const emptiedAtOnce = 200

/** Removes every file of a bucket, a few hundred rows a statement, in every database. */
export async function emptyBucket(
  { directory, shards, media, nowMs }: Holders,
  bucketId: string,
): Promise<void> {
  for (const db of [directory, ...shards]) {
    for (;;) {
      const some = sql`id IN (SELECT id FROM objects WHERE bucket_id = ${bucketId}
        LIMIT ${emptiedAtOnce})`
      const removed = await removeObjectsOf({ db, media, nowMs }, some)
      if (removed.length < emptiedAtOnce) break
    }
  }
}

/** Deletes a bucket. Refuses one that holds files, which nobody should lose by a slip. */
export async function deleteBucket(
  { directory, shards }: Holders,
  bucketId: string,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' | 'not_empty' }> {
  for (const db of [directory, ...shards]) {
    const [held] = await allOn(db, sql`SELECT 1 FROM objects WHERE bucket_id = ${bucketId} LIMIT 1`)
    if (held) return { ok: false, reason: 'not_empty' }
  }
  const gone = await directory.run(sql`DELETE FROM buckets WHERE id = ${bucketId}`)
  return changed(gone) > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}
