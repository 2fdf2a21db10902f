import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Takes the account off a studio's person, for a batch on the shard: what was booked, paid and
 * noted stays, the person has no login any more and is no staff. May run any number of times.
 */
export function releasePersonStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  userId: string,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE people SET user_id = NULL, is_staff = 0
    WHERE studio_id = ${studio.id} AND user_id = ${userId}`)
}
