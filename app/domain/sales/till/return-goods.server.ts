import { sql } from 'drizzle-orm'
import {
  type RefundInvoiceResult,
  refundedSql,
  refundInvoice,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { moveStatement, returnedOfSql } from '#app/domain/products/stock-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { shareOf } from '#app/values/money.ts'
import { soldLinesStatement } from './sale-queries.server.ts'
import type { ReturnForm } from './till-forms.ts'

export type ReturnGoodsResult =
  | { ok: true; creditNote: string; amountMinor: number }
  | { ok: false; reason: 'more_than_sold'; sold: number; most: number }
  | Exclude<RefundInvoiceResult, { ok: true }>

/**
 * Takes back some of what a line sold: the money by a credit note, as every refund with the role's
 * limit, and the goods into stock, or written off at once. Never more than were sold, also of two at
 * once; sent again it is the same return.
 */
export async function returnGoods(
  ctx: StaffContext,
  invoiceId: string,
  { key, item, quantity, goods, method, reason }: ReturnForm,
): Promise<ReturnGoodsResult> {
  const line = (await soldLinesStatement(ctx, invoiceId)).find(({ id }) => id === item)
  if (!line) return { ok: false, reason: 'not_found' }
  const again = await ctx.db.all<{ amountMinor: number; creditNote: string }>(sql`
    SELECT -back.amount_minor AS amountMinor, note.reference AS creditNote
    FROM open_items AS back JOIN invoices AS note ON note.id = back.invoice_id
    JOIN stock_moves AS moved ON moved.id = 'back-' || back.id
    WHERE back.studio_id = ${ctx.studio.id} AND back.id = ${key} AND back.kind = 'refund'
      AND moved.item_id = ${item} AND moved.quantity = ${quantity}`)
  if (again[0]) return { ok: true, ...again[0] }
  const most = line.quantity - line.returned
  if (quantity > most) return { ok: false, reason: 'more_than_sold', sold: line.quantity, most }
  // A share of what is left: what a discount or a refund took off is not given back once more.
  const amountMinor = shareOf(line.restMinor, quantity, most)
  const { variantId, locationId } = line
  const moved = { variantId, locationId, itemId: item, reason }
  const result = await refundInvoice(
    ctx,
    { key, invoiceId, itemId: item, amountMinor, method, reason },
    {
      onlyIf: sql`${returnedOfSql(sql`${ctx.studio.id}`, sql`${item}`)} = ${line.returned}`,
      behind: {
        goods: moveStatement(
          ctx,
          [
            { id: `back-${key}`, kind: 'returned', quantity, ...moved },
            ...(goods === 'write_off'
              ? [
                  {
                    ...{ id: `gone-${key}`, kind: 'written_off' as const },
                    ...{ ...moved, quantity: -quantity, itemId: '' },
                  },
                ]
              : []),
          ],
          refundedSql(ctx, { key, itemId: item, amountMinor }),
        ),
      },
    },
  )
  return result.ok ? { ok: true, creditNote: result.creditNote, amountMinor } : result
}
