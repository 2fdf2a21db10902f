/** Orders that are paid before they are confirmed. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { type ConfirmOrderResult, confirmOrder } from './confirm-order.server.ts'
import { type KeptLink, openOrderLink } from './order-links.server.ts'

/** The order is held now; over `ticket_orders`. */
export const orderHeldSql = (
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  orderId: string,
): SQL => sql`EXISTS (SELECT 1 FROM ticket_orders AS ticket_order
  WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.id = ${orderId}
    AND ticket_order.state = 'held' AND ticket_order.held_until > ${now})`

/** Holds an order's places until then at least, while it is being paid. */
export const holdLongerStatement = (
  ctx: StudioContext,
  orderId: string,
  until: Instant,
): Statement<D1Result> =>
  ctx.db.run(sql`
    UPDATE ticket_orders SET held_until = max(held_until, ${until})
    WHERE studio_id = ${ctx.studio.id} AND id = ${orderId} AND ${orderHeldSql(ctx, orderId)}`)

/**
 * Confirms an order that was paid for: it is charged to the account of its buyer, whom the studio
 * had put on the books where it did not know them. Twice is once. Refused as `confirmOrder` is.
 */
export async function confirmPaidOrder(
  ctx: StudioContext,
  orderId: string,
  personId: string,
): Promise<ConfirmOrderResult> {
  const { db, studio } = ctx
  const { found } = await batch(db, {
    claim: db.run(sql`
      UPDATE ticket_orders SET person_id = ${personId}
      WHERE studio_id = ${studio.id} AND id = ${orderId} AND person_id IS NULL
        AND state = 'held'`),
    found: db.all<KeptLink>(sql`
      SELECT token, sealed FROM ticket_orders
      WHERE studio_id = ${studio.id} AND id = ${orderId}`),
  })
  const token = found[0] ? openOrderLink(ctx, found[0]) : null
  if (token === null) return { ok: false, reason: 'not_found' }
  return confirmOrder(ctx, token, { pays: 'account', personId })
}
