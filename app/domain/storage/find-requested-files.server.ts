import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import {
  liveSessionStatement,
  type PresentedSession,
  type Standing,
  standingOf,
} from '#app/domain/identity/sessions/live-session.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Caller, FolderOwner } from './access.ts'
import { type Bucket, type BucketRow, bucketColumns, toBucket } from './bucket-queries.server.ts'
import { firstFolder } from './object-name.ts'
import type { StorageScope } from './stored-object.ts'

export type RequestedFiles = {
  bucket: Bucket | null
  /** Of an account; the project's keys are always known. */
  standing: Standing
  /** Where a path leads: its database, its path there, and whose folder it is. */
  placeOf(path: string): Place
}

export type Place = { scope: StorageScope; path: string; folderOwner: FolderOwner }

/** Places by the shelf they lie on: each is asked once. */
export function byScope<Entry extends { place: Place }>(
  entries: readonly Entry[],
): { scope: StorageScope; entries: Entry[] }[] {
  const scopes = new Map<string | null, { scope: StorageScope; entries: Entry[] }>()
  for (const entry of entries) {
    const { scope } = entry.place
    const group = scopes.get(scope.studioId) ?? { scope, entries: [] }
    group.entries.push(entry)
    scopes.set(scope.studioId, group)
  }
  return [...scopes.values()]
}

type GroundRow = { asked: string; id: string; shard: number; state: string; role: Role | null }

/**
 * Everything that must be known before files are touched, in one trip: the bucket, whether the
 * caller's session lives, and which of the paths' first folders are studios, by id, slug or former
 * slug.
 */
export async function findRequestedFiles(
  {
    directory,
    shardOf,
    nowMs,
  }: { directory: DirectoryDb; shardOf(studio: { shard: number }): StudioDb; nowMs: number },
  {
    bucketId,
    paths,
    caller,
    session,
  }: {
    bucketId: string
    paths: readonly string[]
    caller: Caller
    session: PresentedSession | null
  },
): Promise<RequestedFiles> {
  const userId = caller.kind === 'account' ? caller.userId : null
  const folders = [...new Set(paths.map((path) => firstFolder(path).folder))].filter(Boolean)
  const { bucket, live, studios } = await batch(directory, {
    bucket: directory.all<BucketRow>(
      sql`SELECT ${bucketColumns} FROM buckets WHERE id = ${bucketId}`,
    ),
    live: session ? liveSessionStatement(directory, session, { nowMs }) : null,
    studios: folders.length
      ? directory.all<GroundRow>(sql`
          SELECT input.value AS asked, studio.id, studio.shard, studio.state,
            affiliation.role_id AS role
          FROM json_each(${JSON.stringify(folders)}) AS input
          JOIN studios AS studio ON studio.id = coalesce(
            (SELECT id FROM studios WHERE id = input.value),
            (SELECT id FROM studios WHERE slug = input.value),
            (SELECT studio_id FROM studio_slugs WHERE slug = input.value))
          LEFT JOIN affiliations AS affiliation ON affiliation.user_id = ${userId}
            AND affiliation.studio_id = studio.id AND affiliation.state = 'active'`)
      : null,
  })
  const byFolder = new Map(((studios ?? []) as GroundRow[]).map((row) => [row.asked, row]))
  const [row] = bucket as BucketRow[]
  return {
    bucket: row ? toBucket(row) : null,
    standing: live ? standingOf(live) : 'known',
    placeOf(path) {
      const { folder, rest } = firstFolder(path)
      const studio = byFolder.get(folder)
      if (!studio)
        return { scope: { db: directory, studioId: null }, path, folderOwner: { kind: 'other' } }
      return {
        scope: { db: shardOf(studio), studioId: studio.id },
        path: rest ? `${studio.id}/${rest}` : studio.id,
        folderOwner: {
          kind: 'studio',
          id: studio.id,
          open: studio.state === 'open',
          role: studio.role,
        },
      }
    },
  }
}
