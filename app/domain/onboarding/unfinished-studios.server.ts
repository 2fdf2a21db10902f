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

/** The oldest studios that are being written. A request that is just at it does no harm: publishing may be repeated. */
export async function listUnfinishedStudios(directory: DirectoryDb): Promise<UnfinishedStudio[]> {
  const rows = await directory.all<{
    studioId: string
    listed: number
    userId: string
    name: string
    email: string
  }>(sql`
    SELECT s.id AS studioId, s.listed, d.user_id AS userId, u.name, coalesce(a.email, '') AS email
    FROM studio_setups d JOIN studios s ON s.id = d.studio_id
    JOIN users u ON u.auth_id = d.user_id JOIN auth_users a ON a.id = d.user_id
    WHERE d.state = 'publishing' ORDER BY d.created_at LIMIT ${atOnce}`)
  return rows.map(({ studioId, listed, ...owner }) => ({ studioId, listed: listed === 1, owner }))
}
