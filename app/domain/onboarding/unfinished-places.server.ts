import { inArray, sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { toStudio } from '#app/domain/studios/studio-queries.server.ts'

/** A place that a crash left between the directory and the shard; `joinStudio` finishes it. */
export type UnfinishedPlace = {
  studio: Studio
  account: { userId: string; name: string; email: string }
}

/** Places of one run; the next run takes more. */
const atOnce = 100

/**
 * The oldest places that are still `provisioning`. Requests that are just at it do no harm: joining
 * may be repeated.
 */
export async function listUnfinishedPlaces(directory: DirectoryDb): Promise<UnfinishedPlace[]> {
  const rows = await directory.all<{
    studioId: string
    userId: string
    name: string
    email: string
  }>(sql`
    SELECT affiliation.studio_id AS studioId, affiliation.user_id AS userId, user.name,
      coalesce(account.email, '') AS email
    FROM affiliations AS affiliation JOIN users AS user ON user.auth_id = affiliation.user_id
    JOIN auth_users AS account ON account.id = affiliation.user_id
    JOIN studios AS studio ON studio.id = affiliation.studio_id AND studio.state <> 'provisioning'
    WHERE affiliation.state = 'provisioning' ORDER BY affiliation.created_at LIMIT ${atOnce}`)
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ studioId }) => studioId))]
  const found = await directory
    .select()
    .from(studios)
    .where(inArray(studios.id, ids.slice(0, 90)))
  const byId = new Map(found.map((row) => [row.id, toStudio(row)]))
  return rows.flatMap(({ studioId, ...account }) => {
    const studio = byId.get(studioId)
    return studio ? [{ studio, account }] : []
  })
}
