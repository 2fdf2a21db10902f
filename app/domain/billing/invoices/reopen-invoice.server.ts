import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { CloseInvoiceResult } from './close-invoice.server.ts'
import { spreadStatements } from './spread-statements.server.ts'

/**
 * Puts an invoice that was written off back, or one whose dispute was lost: what is not paid of it is
 * owed again, and a payment that comes after all can be taken (SM-INV `uncollectible → paid`). What
 * was paid of it before and not taken back counts as before. Twice is once; refused for any other.
 */
export async function reopenInvoice(
  ctx: StaffContext,
  invoiceId: string,
  reason: string,
): Promise<CloseInvoiceResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'`
  const lines = sql`studio_id = ${studio.id} AND invoice_id = ${invoiceId}`
  const lineId = newId()
  const [before] = await db.all<{ state: string }>(sql`SELECT state FROM invoices WHERE ${own}`)
  // Those that ended with the write-off, and not what was taken off before.
  const ended =
    before?.state === 'lost'
      ? sql`state = 'settled'`
      : sql`state = 'void' AND settled_at = (
          SELECT max(ended.settled_at) FROM open_items AS ended
          WHERE ended.studio_id = ${studio.id} AND ended.invoice_id = ${invoiceId}
            AND ended.state = 'void')`
  const { opened, found } = await batch(db, {
    opened: db.run(sql`
      UPDATE invoices SET state = 'open', reason = ''
      WHERE ${own} AND state IN ('uncollectible', 'lost') AND state = ${before?.state ?? ''}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'invoice.reopened',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason,
      },
      rightAfterChange,
    ),
    lines: db.run(sql`
      UPDATE open_items SET state = 'open', paid_minor = 0, settled_at = NULL
      WHERE ${lines} AND ${ended} AND ${lineWrittenSql(lineId)}`),
    ...spreadStatements(ctx, invoiceId),
    found: db.all<{ state: string }>(sql`SELECT state FROM invoices WHERE ${own}`),
  })
  const [invoice] = found
  if (!invoice) return { ok: false, reason: 'not_found' }
  if (changed(opened) > 0) return { ok: true }
  return invoice.state === 'open'
    ? { ok: true, again: true }
    : { ok: false, reason: 'not_written_off' }
}
