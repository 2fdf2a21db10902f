import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/** A studio whose opening a crash cut off; `publishStudio` goes on with it. */
export type UnfinishedStudio = {
  studioId: string
  listed: boolean
  owner: { userId: string; name: string; email: string }
}

/** Studios of one run; the next run takes more. */
const atOnce = 20

/**
 * The oldest studios that are being written. A request that is just at it does no harm: publishing
 * may be repeated.
 */
export async function listUnfinishedStudios(directory: DirectoryDb): Promise<UnfinishedStudio[]> {
  const rows = await directory.all<{
    studioId: string
    listed: number
    userId: string
    name: string
    email: string
  }>(sql`
    SELECT studio.id AS studioId, studio.listed, setup.user_id AS userId, user.name,
      coalesce(account.email, '') AS email
    FROM studio_setups AS setup JOIN studios AS studio ON studio.id = setup.studio_id
    JOIN users AS user ON user.auth_id = setup.user_id
    JOIN auth_users AS account ON account.id = setup.user_id
    WHERE setup.state = 'publishing' ORDER BY setup.created_at LIMIT ${atOnce}`)
  return rows.map(({ studioId, listed, ...owner }) => ({ studioId, listed: listed === 1, owner }))
}
