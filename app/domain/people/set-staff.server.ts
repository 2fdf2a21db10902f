import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Marks an account's person as someone who works here, or no longer does, for a batch on the
 * shard.
 */
export function setStaffStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  userId: string,
  isStaff: boolean,
): Statement<D1Result> {
  return db.run(
    sql`UPDATE people SET is_staff = ${isStaff ? 1 : 0}
      WHERE studio_id = ${studio.id} AND user_id = ${userId}`,
  )
}
