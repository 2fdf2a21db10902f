import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/**
 * The account of a person has no place in the studio any more, and nobody invites them, for a batch
 * on the directory. The account itself is its own.
 */
export function endPlaceStatements(
  directory: DirectoryDb,
  { studioId, personId, email }: { studioId: string; personId: string; email: string },
) {
  return {
    place: directory.run(
      sql`DELETE FROM affiliations WHERE studio_id = ${studioId} AND person_id = ${personId}`,
    ),
    invitations: directory.run(sql`
      UPDATE invitations SET state = iif(state = 'open', 'withdrawn', state), name = '',
        email = 'erased-' || id, person_id = NULL
      WHERE studio_id = ${studioId}
        AND (person_id = ${personId} OR email = ${email} AND ${email} <> '')`),
  }
}
