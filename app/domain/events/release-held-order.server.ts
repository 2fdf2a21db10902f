import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * Ends what an order of an event holds: its places are free at once. Audited. Twice is once; false
 * where there is no such order, or it is confirmed.
 */
export async function releaseHeldOrder(
  ctx: StaffContext,
  eventId: string,
  orderId: string,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND event_id = ${eventId}`
  const { found } = await batch(db, {
    order: db.run(sql`
      UPDATE ticket_orders SET state = 'lapsed'
      WHERE ${own} AND id = ${orderId} AND state = 'held'`),
    audit: auditStatement(
      ctx,
      {
        action: 'tickets.hold_released',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { orderId },
      },
      rightAfterChange,
    ),
    tickets: db.run(sql`
      UPDATE tickets SET state = 'lapsed', ended_at = ${now}
      WHERE ${own} AND order_id = ${orderId} AND state = 'held' AND EXISTS (
        SELECT 1 FROM ticket_orders AS released
        WHERE released.id = ${orderId} AND released.state = 'lapsed')`),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM ticket_orders WHERE ${own} AND id = ${orderId} AND state = 'lapsed'`,
    ),
  })
  return found.length > 0
}
