import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { MyDetails } from './my-details.ts'

/** A row has 1 and 0 where the form has yes and no. */
type KnownDetails = Omit<MyDetails, 'showsName'> & { showsName: number }

/** What a studio knows of a person about themselves; empty where the studio has no such person. */
export function detailsStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<(KnownDetails & { version: number })[]> {
  return db.all<KnownDetails & { version: number }>(sql`
    SELECT name, preferred_name AS preferredName, pronouns, phone, address, birth_date AS birthDate,
      emergency_name AS emergencyName, emergency_phone AS emergencyPhone, photo,
      shows_name AS showsName, version
    FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`)
}
