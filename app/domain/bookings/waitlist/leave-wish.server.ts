import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { endEmptyWishStatement } from './wish-statements.server.ts'

/**
 * Leaves every waitlist of a wish, by its id; free. A place that was won meanwhile stays. A
 * repeated request leaves nothing and says so; someone else's wish is not found.
 */
export async function leaveWish(
  ctx: MemberContext,
  wishId: string,
): Promise<'left' | 'again' | 'not_found'> {
  const { db, studio, now, person, actor } = ctx
  const { left, own } = await batch(db, {
    left: db.run(sql`
      UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND wish_id = ${wishId} AND person_id = ${person.id}
        AND state = 'waitlisted'`),
    wish: endEmptyWishStatement(ctx, wishId),
    own: ownWishStatement(ctx, wishId),
  })
  if (changed(left) > 0) return 'left'
  return own.length > 0 ? 'again' : 'not_found'
}

/** Whether there is such a wish of the member's own, whatever became of it. */
export async function isOwnWish(ctx: MemberContext, wishId: string): Promise<boolean> {
  const { own } = await batch(ctx.db, { own: ownWishStatement(ctx, wishId) })
  return own.length > 0
}

const ownWishStatement = ({ db, studio, person }: MemberContext, wishId: string) =>
  db.all<{ id: string }>(
    sql`SELECT id FROM wishes
      WHERE studio_id = ${studio.id} AND id = ${wishId} AND person_id = ${person.id}`,
  )
