import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** What `people.is_staff` says. */
const states = { left: 0, works: 1, suspended: 2 } as const

/**
 * Marks an account's person as someone who works here, is suspended or has left, for a batch on the
 * shard. Who is suspended may do nothing of staff and is still none of the members: they are not
 * archived, banned, erased or merged like one, and no campaign is for them.
 */
export function setStaffStatement(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  userId: string,
  state: keyof typeof states,
): Statement<D1Result> {
  return db.run(
    sql`UPDATE people SET is_staff = ${states[state]}
      WHERE studio_id = ${studio.id} AND user_id = ${userId}`,
  )
}
