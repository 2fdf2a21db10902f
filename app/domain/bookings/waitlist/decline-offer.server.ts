import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { offeredSql } from '#app/domain/places/booking-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { promoteFrom } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'
import { endEmptyWishStatement } from './wish-statements.server.ts'

export type DeclineOfferResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'offer_not_found' | 'offer_over' }

/**
 * Declines the place that is offered to the person, free, and gives it to the next who waits. Twice
 * is once. A place that was taken meanwhile is no offer any more and stays (`offer_over`): giving
 * that up is a cancel, with its own page.
 */
export async function declineOffer(
  ctx: MemberContext,
  bookingId: string,
): Promise<DeclineOfferResult> {
  const { db, studio, now, person, actor } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${bookingId} AND person_id = ${person.id}`
  const find = () =>
    db.all<{ state: string; occurrenceId: string; wishId: string | null }>(sql`
      SELECT state, occurrence_id AS occurrenceId, wish_id AS wishId FROM bookings WHERE ${own}`)
  const [booking] = await find()
  if (!booking) return { ok: false, reason: 'offer_not_found' }
  const { decline, ...rows } = await batch(db, {
    decline: db.run(sql`
      UPDATE bookings SET state = 'declined', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE ${own} AND ${offeredSql('bookings')}`),
    wish: booking.wishId === null ? null : endEmptyWishStatement(ctx, booking.wishId),
    ...promotionFactStatements(ctx, booking.occurrenceId),
  })
  if (changed(decline) > 0) {
    await promoteFrom(ctx, booking.occurrenceId, rows)
    return { ok: true }
  }
  const [after] = await find()
  return after?.state === 'declined'
    ? { ok: true, again: true }
    : { ok: false, reason: 'offer_over' }
}
