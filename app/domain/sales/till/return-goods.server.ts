import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import {
  type RefundInvoiceResult,
  refundedSql,
  refundInvoice,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import {
  type Move,
  moveStatement,
  returnedOfSql,
} from '#app/domain/products/stock-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { shareOf } from '#app/values/money.ts'
import { soldLinesStatement } from './sale-queries.server.ts'
import type { ReturnForm } from './till-forms.ts'

export type ReturnGoodsResult =
  /** No credit note where nothing of the price was left to refund. */
  | { ok: true; creditNote: string | null; amountMinor: number }
  | { ok: false; reason: 'more_than_sold'; sold: number; most: number }
  | Exclude<RefundInvoiceResult, { ok: true }>

/**
 * Takes back some of what a line sold: the money by a credit note, as every refund with the role's
 * limit, and the goods into stock, or written off at once. Where nothing of the price is left to
 * refund, the goods come back alone. Never more than were sold, also of two at once; sent again it is
 * the same return.
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
  const moved = movedSql(ctx, { key, item, quantity })
  const took = await ctx.db.all(sql`SELECT 1 WHERE ${moved} AND ${lineWrittenSql(`back-${key}`)}`)
  if (took[0]) return { ok: true, creditNote: null, amountMinor: 0 }
  const most = line.quantity - line.returned
  if (quantity > most) return { ok: false, reason: 'more_than_sold', sold: line.quantity, most }
  // A share of what is left: what a discount or a refund took off is not given back once more.
  const amountMinor = shareOf(line.restMinor, quantity, most)
  const { variantId, locationId } = line
  const what = { variantId, locationId, itemId: item, reason }
  const moves: Move[] = [{ id: `back-${key}`, kind: 'returned', quantity, ...what }]
  if (goods === 'write_off')
    moves.push({
      ...what,
      id: `gone-${key}`,
      kind: 'written_off',
      quantity: -quantity,
      itemId: '',
    })
  const onlyIf = sql`${returnedOfSql(sql`${ctx.studio.id}`, sql`${item}`)} = ${line.returned}`
  if (amountMinor <= 0) return takeBack(ctx, { key, invoiceId, item, reason, moved }, moves, onlyIf)
  const result = await refundInvoice(
    ctx,
    { key, invoiceId, itemId: item, amountMinor, method, reason },
    {
      onlyIf,
      behind: {
        goods: moveStatement(ctx, moves, refundedSql(ctx, { key, itemId: item, amountMinor })),
      },
    },
  )
  return result.ok ? { ok: true, creditNote: result.creditNote, amountMinor } : result
}

/** So many of the line came back by a press with this key. */
const movedSql = (
  { studio }: StaffContext,
  { key, item, quantity }: Pick<ReturnForm, 'key' | 'item' | 'quantity'>,
): SQL => sql`EXISTS (SELECT 1 FROM stock_moves AS moved WHERE moved.studio_id = ${studio.id}
  AND moved.id = ${`back-${key}`} AND moved.item_id = ${item} AND moved.quantity = ${quantity})`

/** The goods alone, of a line that was paid and of which nothing is left to refund. */
async function takeBack(
  ctx: StaffContext,
  {
    key,
    invoiceId,
    item,
    reason,
    moved,
  }: Pick<ReturnForm, 'key' | 'item' | 'reason'> & {
    invoiceId: string
    moved: SQL
  },
  moves: readonly Move[],
  onlyIf: SQL,
): Promise<ReturnGoodsResult> {
  const { db, studio } = ctx
  const lineId = `back-${key}`
  const { after } = await batch(db, {
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'goods.returned',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason,
        detail: { itemId: item },
      },
      sql`${onlyIf} AND EXISTS (SELECT 1 FROM open_items AS sold WHERE sold.studio_id = ${studio.id}
        AND sold.id = ${item} AND sold.state = 'settled')`,
    ),
    goods: moveStatement(ctx, moves, lineWrittenSql(lineId)),
    after: db.all<{ done: number }>(sql`SELECT ${moved} AS done`),
  })
  return after[0]!.done
    ? { ok: true, creditNote: null, amountMinor: 0 }
    : { ok: false, reason: 'changed' }
}
