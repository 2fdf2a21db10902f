import { sql } from 'drizzle-orm'
import { openInvoicesOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { confirmPaidOrder } from '#app/domain/events/pay-order.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Confirms what was paid for; answers its invoice, null where it can't be given any more. */
export async function giveOrder(
  ctx: StudioContext,
  orderId: string,
  personId: string,
): Promise<string | null> {
  const confirmed = await confirmPaidOrder(ctx, orderId, personId)
  if (!confirmed.ok) return null
  await openInvoicesOf(ctx, personId)
  const [line] = await ctx.db.all<{ id: string }>(sql`
    SELECT item.invoice_id AS id FROM open_items AS item
    WHERE item.studio_id = ${ctx.studio.id} AND item.invoice_id IS NOT NULL
      AND item.person_id = ${personId} AND item.kind = 'ticket' AND item.amount_minor > 0
      AND item.subject_id IN (SELECT ticket.id FROM tickets AS ticket
        WHERE ticket.studio_id = ${ctx.studio.id} AND ticket.order_id = ${orderId}) LIMIT 1`)
  return line?.id ?? null
}
