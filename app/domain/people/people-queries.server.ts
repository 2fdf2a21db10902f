import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { MyDetails } from './my-details.ts'

/** What a studio knows of a person about themselves; empty where the studio has no such person. */
export function detailsStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<(MyDetails & { version: number })[]> {
  return db.all<MyDetails & { version: number }>(sql`
    SELECT name, preferred_name AS preferredName, phone, birth_date AS birthDate,
      emergency_name AS emergencyName, emergency_phone AS emergencyPhone, photo, version
    FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`)
}
