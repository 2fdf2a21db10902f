import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { closeAsMistake } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { moveStatement } from '#app/domain/products/stock-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { soldLinesStatement } from './sale-queries.server.ts'

/**
 * Voids an open invoice that nothing was paid of (`paid_in_part` otherwise). Goods on it go back
 * into stock in the same commit, where they were sold: the sale was a mistake. Goods that were taken
 * and will not be paid are no mistake: that is `writeOffInvoice`.
 */
export async function voidInvoice(ctx: StaffContext, invoiceId: string, reason: string) {
  const goods = (await soldLinesStatement(ctx, invoiceId)).flatMap((line) =>
    line.quantity > line.returned
      ? [
          {
            id: `void-${line.id}`,
            kind: 'returned' as const,
            itemId: line.id,
            reason,
            variantId: line.variantId,
            locationId: line.locationId,
            quantity: line.quantity - line.returned,
          },
        ]
      : [],
  )
  const behind = goods.length > 0 ? moveStatement(ctx, goods, rightAfterChange) : null
  return closeAsMistake(ctx, invoiceId, reason, behind)
}

/** How many pieces of goods voiding an invoice puts back into stock. */
export async function goodsToReturn(ctx: StaffContext, invoiceId: string): Promise<number> {
  const lines = await soldLinesStatement(ctx, invoiceId)
  return lines.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0)
}
