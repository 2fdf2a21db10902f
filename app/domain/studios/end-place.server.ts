import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/**
 * The account of a person has no place in the studio any more, and nobody invites them, for a batch
 * on the directory. The account itself is its own.
 */
export function endPlaceStatements(
  directory: DirectoryDb,
  {
    studioId,
    personIds,
    emails,
  }: { studioId: string; personIds: readonly string[]; emails: readonly string[] },
) {
  const people = sql`(SELECT value FROM json_each(${JSON.stringify(personIds)}))`
  const addresses = sql`(SELECT value FROM json_each(${JSON.stringify(emails)}))`
  return {
    place: directory.run(
      sql`DELETE FROM affiliations WHERE studio_id = ${studioId} AND person_id IN ${people}`,
    ),
    invitations: directory.run(sql`
      UPDATE invitations SET state = iif(state = 'open', 'withdrawn', state), name = '',
        email = 'erased-' || id, person_id = NULL
      WHERE studio_id = ${studioId}
        AND (person_id IN ${people} OR email IN ${addresses})`),
  }
}

/** Open invitations of records that are one now are for the one that is kept. */
export const moveInvitationsStatement = (
  directory: DirectoryDb,
  { studioId, goneId, keptId }: { studioId: string; goneId: string; keptId: string },
) =>
  directory.run(sql`
    UPDATE invitations SET person_id = ${keptId}
    WHERE studio_id = ${studioId} AND person_id = ${goneId}`)
