import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { liveSessionStatement } from '#app/domain/identity/live-session.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Caller, Ground } from './access.ts'
import { type Bucket, type BucketRow, bucketColumns, toBucket } from './bucket-queries.server.ts'
import { firstFolder } from './object-name.ts'
import type { Shelf } from './stored-object.ts'

export type Grounds = {
  bucket: Bucket | null
  /** False for an account that is gone, banned or signed out. */
  callerIsKnown: boolean
  /** Where a path leads: its database, its path there, and whose folder it is. */
  placeOf(path: string): Place
}

export type Place = { shelf: Shelf; path: string; ground: Ground }

/** Places by the shelf they lie on: each is asked once. */
export function byShelf<Entry extends { place: Place }>(
  entries: readonly Entry[],
): { shelf: Shelf; entries: Entry[] }[] {
  const shelves = new Map<string | null, { shelf: Shelf; entries: Entry[] }>()
  for (const entry of entries) {
    const { shelf } = entry.place
    const group = shelves.get(shelf.studioId) ?? { shelf, entries: [] }
    group.entries.push(entry)
    shelves.set(shelf.studioId, group)
  }
  return [...shelves.values()]
}

type GroundRow = { asked: string; id: string; shard: number; state: string; role: Role | null }

/**
 * Everything that must be known before files are touched, in one trip: the bucket, whether the caller's session lives,
 * and which of the paths' first folders are studios, by id, slug or former slug.
 */
export async function findGrounds(
  {
    directory,
    shardOf,
    nowMs,
  }: { directory: DirectoryDb; shardOf(studio: { shard: number }): StudioDb; nowMs: number },
  {
    bucketId,
    paths,
    caller,
    sessionId,
  }: {
    bucketId: string
    paths: readonly string[]
    caller: Caller
    sessionId: string | null
  },
): Promise<Grounds> {
  const userId = caller.kind === 'account' ? caller.userId : null
  const folders = [...new Set(paths.map((path) => firstFolder(path).folder))].filter(Boolean)
  const { bucket, known, studios } = await batch(directory, {
    bucket: directory.all<BucketRow>(
      sql`SELECT ${bucketColumns} FROM buckets WHERE id = ${bucketId}`,
    ),
    known: userId ? liveSessionStatement(directory, { userId, sessionId, nowMs }) : null,
    studios: folders.length
      ? directory.all<GroundRow>(sql`
          SELECT f.value AS asked, s.id, s.shard, s.state, a.role_id AS role
          FROM json_each(${JSON.stringify(folders)}) AS f
          JOIN studios AS s ON s.id = coalesce(
            (SELECT id FROM studios WHERE id = f.value),
            (SELECT id FROM studios WHERE slug = f.value),
            (SELECT studio_id FROM studio_slugs WHERE slug = f.value))
          LEFT JOIN affiliations AS a ON a.user_id = ${userId} AND a.studio_id = s.id AND a.state = 'active'`)
      : null,
  })
  const byFolder = new Map(((studios ?? []) as GroundRow[]).map((row) => [row.asked, row]))
  const [row] = bucket as BucketRow[]
  return {
    bucket: row ? toBucket(row) : null,
    callerIsKnown: userId === null || (known as unknown[]).length > 0,
    placeOf(path) {
      const { folder, rest } = firstFolder(path)
      const studio = byFolder.get(folder)
      if (!studio)
        return { shelf: { db: directory, studioId: null }, path, ground: { kind: 'other' } }
      return {
        shelf: { db: shardOf(studio), studioId: studio.id },
        path: rest ? `${studio.id}/${rest}` : studio.id,
        ground: { kind: 'studio', id: studio.id, open: studio.state === 'open', role: studio.role },
      }
    },
  }
}
