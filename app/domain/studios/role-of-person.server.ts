import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { type Role, staffRoles } from '#app/domain/scope/permissions.ts'

/** What somebody is in a studio, by the id of their row there; null for anyone who has no account there. */
export async function findRoleOfPerson(
  directory: DirectoryDb,
  studioId: string,
  personId: string,
): Promise<Role | null> {
  const [found] = await directory.all<{ role: Role }>(sql`
    SELECT role_id AS role FROM affiliations
    WHERE studio_id = ${studioId} AND person_id = ${personId} AND state = 'active'`)
  return found?.role ?? null
}

/** The roles of everyone who works in a studio and has an account there, by the id of their row. */
export async function staffRolesByPerson(
  directory: DirectoryDb,
  studioId: string,
): Promise<ReadonlyMap<string, Role>> {
  const staff = await directory.all<{ personId: string; role: Role }>(sql`
    SELECT person_id AS personId, role_id AS role FROM affiliations
    WHERE studio_id = ${studioId}
      AND role_id IN (SELECT value FROM json_each(${JSON.stringify(staffRoles)}))
      AND state = 'active' LIMIT 300`)
  return new Map(staff.map(({ personId, role }) => [personId, role]))
}
