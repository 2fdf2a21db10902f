import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type CloseInvoiceResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'paid_in_part' | 'not_open' | 'not_written_off' }

/**
 * Voids an open invoice that nothing was paid of: it was a mistake, and nobody owes it any more. Its
 * number stays (SM-INV). What was paid in part is refunded first (`paid_in_part`). `behind` is what
 * its lines undo: it acts only if `changes()` says that the line of the audit was written.
 */
export function closeAsMistake(
  ctx: StaffContext,
  invoiceId: string,
  reason: string,
  behind: Statement<D1Result> | null = null,
) {
  return close(ctx, invoiceId, reason, {
    action: 'invoice.voided',
    done: sql`'void'`,
    behind,
    guard: sql`NOT EXISTS (SELECT 1 FROM allocations AS paid
      WHERE paid.studio_id = ${ctx.studio.id} AND paid.invoice_id = ${invoiceId})`,
  })
}

/**
 * Gives up on an open invoice: it is owed and will not be paid (SM-INV `uncollectible`). It no
 * longer counts as owed, and a payment that comes after all may still be taken once it is put back.
 */
export function writeOffInvoice(ctx: StaffContext, invoiceId: string, reason: string) {
  return close(ctx, invoiceId, reason, {
    action: 'invoice.written_off',
    done: sql`'uncollectible'`,
    guard: sql`1`,
  })
}

async function close(
  ctx: StaffContext,
  invoiceId: string,
  reason: string,
  {
    action,
    done,
    guard,
    behind = null,
  }: { action: string; done: SQL; guard: SQL; behind?: Statement<D1Result> | null },
): Promise<CloseInvoiceResult> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'`
  const { closed, found } = await batch(db, {
    closed: db.run(sql`
      UPDATE invoices SET state = ${done}, reason = ${reason}
      WHERE ${own} AND state = 'open' AND ${guard}`),
    audit: auditStatement(
      ctx,
      { action, subjectKind: 'invoice', subjectId: invoiceId, reason },
      rightAfterChange,
    ),
    behind,
    // Its lines are owed no more; the part that was paid of one that is written off stays paid.
    lines: db.run(sql`
      UPDATE open_items SET state = 'void', settled_at = ${now}, paid_minor = amount_minor
      WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId} AND state = 'open'
        AND EXISTS (SELECT 1 FROM invoices WHERE ${own} AND state IN ('void','uncollectible'))`),
    found: db.all<{ state: string }>(sql`SELECT state FROM invoices WHERE ${own}`),
  })
  const [invoice] = found
  if (!invoice) return { ok: false, reason: 'not_found' }
  if (changed(closed) > 0) return { ok: true }
  if (invoice.state === 'void' || invoice.state === 'uncollectible')
    return { ok: true, again: true }
  return { ok: false, reason: invoice.state === 'open' ? 'paid_in_part' : 'not_open' }
}
