import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { type Permission, permissions } from '#app/domain/scope/permissions.ts'

/** No studio has more people who decide things. */
const most = 50

/** People of a studio whose role holds a permission, by their ids in its shard: for what they hear of. */
export async function listPeopleWhoMay(
  directory: DirectoryDb,
  studioId: string,
  permission: Permission,
): Promise<string[]> {
  const roles = JSON.stringify(permissions[permission])
  const rows = await directory.all<{ personId: string }>(sql`
    SELECT person_id AS personId FROM affiliations
    WHERE studio_id = ${studioId} AND state = 'active'
      AND role_id IN (SELECT value FROM json_each(${roles}))
    ORDER BY created_at LIMIT ${most}`)
  return rows.map(({ personId }) => personId)
}
