import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'

/**
 * Lets a pack of one's own pay for those one looks after, or no longer. What it has paid for stays.
 * Twice is once; false for a pack that is not theirs.
 */
export async function sharePack(
  ctx: MemberContext,
  lotId: string,
  shared: boolean,
): Promise<boolean> {
  const { db, studio, person } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${lotId} AND person_id = ${person.id}`
  const { there } = await batch(db, {
    share: db.run(sql`UPDATE lots SET family = ${shared ? 1 : 0} WHERE ${own}`),
    there: db.all<{ id: string }>(sql`SELECT id FROM lots WHERE ${own}`),
  })
  return there.length > 0
}
