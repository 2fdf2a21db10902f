import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/studios/contexts.ts'
import { endEmptyWishStatement } from './wish-statements.server.ts'

/**
 * Leaves every waitlist of a wish, by its id; free. A place that was won meanwhile stays. Answers whether anything was
 * left: a repeated request, or somebody else's wish, leaves nothing.
 */
export async function leaveWish(ctx: MemberContext, wishId: string): Promise<boolean> {
  const { db, studio, now, person, actor } = ctx
  const { left } = await batch(db, {
    left: db.run(sql`
      UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND wish_id = ${wishId} AND person_id = ${person.id} AND state = 'waitlisted'`),
    wish: endEmptyWishStatement(ctx, wishId),
  })
  return changed(left) > 0
}
