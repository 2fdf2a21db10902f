/** The same act on several invoices: which of them, which not and why, and the act. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import { writeOffInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { addressed, chargeFor } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { invoiceCopy } from '#app/messages/sales/invoice-copy.ts'
import { localDate } from '#app/values/zone.ts'
import { voidInvoice } from '../till/void-invoice.server.ts'
import type { BulkInvoiceAct } from './bulk-invoices-form.ts'
import { invoiceColumnsSql, invoiceSourceSql, readerHasAccountSql } from './invoice-rows.server.ts'
import { type InvoiceRow, invoiceState, invoiceTitle } from './invoice-words.ts'

type Row = InvoiceRow & {
  paidMinor: number
  preferredName: string
  name: string
  email: string
  guardianName: string
  hasAccount: number
}

export type BulkInvoice = Row & {
  /** Why it is left out; null where it is not. */
  why: 'not_open' | 'paid_in_part' | 'no_address' | 'note' | null
}

/** The chosen invoices in their order, each with why an act leaves it out. One trip. */
export async function bulkInvoices(
  { db, studio }: StaffContext,
  act: BulkInvoiceAct,
  ids: readonly string[],
): Promise<BulkInvoice[]> {
  const rows = await db.all<Row>(sql`
    SELECT ${invoiceColumnsSql}, person.name, person.preferred_name AS preferredName,
      ${addressSql(sql`invoice.billed_to_id`)}, ${readerHasAccountSql} AS hasAccount,
      (SELECT coalesce(sum(part.amount_minor), 0) FROM allocations AS part
        WHERE part.studio_id = invoice.studio_id AND part.invoice_id = invoice.id) AS paidMinor
    FROM ${invoiceSourceSql}
    WHERE invoice.studio_id = ${studio.id}
      AND invoice.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ORDER BY invoice.issued_on, invoice.kind, invoice.number`)
  return rows.map((row) => ({ ...row, why: leftOut(act, row) }))
}

function leftOut(act: BulkInvoiceAct, row: Row): BulkInvoice['why'] {
  if (act === 'mail') return row.email === '' ? 'no_address' : null
  if (row.kind === 'credit_note') return 'note'
  if (row.state !== 'open') return 'not_open'
  return act === 'void' && row.paidMinor !== 0 ? 'paid_in_part' : null
}

/**
 * Voids, writes off or mails the chosen invoices, those left out excepted. Each is an act of its
 * own with its guard and its line of the audit, so one that changed meanwhile stays as it is, and a
 * second sending finds nothing left to do. Answers how many it did; null where the studio has none
 * of them.
 */
export async function doBulkInvoices(
  ctx: StaffContext,
  {
    act,
    ids,
    key,
    reason,
  }: { act: BulkInvoiceAct; ids: readonly string[]; key: string; reason: string },
): Promise<number | null> {
  const found = await bulkInvoices(ctx, act, ids)
  if (found.length === 0) return null
  const rows = found.filter(({ why }) => why === null)
  if (act === 'mail') return mailInvoices(ctx, rows, key)
  const close = act === 'void' ? voidInvoice : writeOffInvoice
  let done = 0
  for (const { id } of rows) {
    const result = await close(ctx, id, reason)
    if (result.ok && !result.again) done += 1
  }
  return done
}

async function mailInvoices(ctx: StaffContext, rows: readonly Row[], key: string): Promise<number> {
  if (rows.length === 0) return 0
  const { db, studio, now, nowMs, origin } = ctx
  const today = localDate(now, studio.timeZone)
  const lineId = `mailed-${key}`
  const letters = Object.fromEntries(
    rows.map((row) => [
      `letter ${row.id}`,
      queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `invoice-copy:${studio.id}:${row.id}:${key}`,
          to: row.email,
          kind: 'invoice-copy',
          letter: invoiceCopy({
            studio,
            origin,
            name: addressed(row).name,
            title: invoiceTitle(row),
            totalMinor: row.totalMinor,
            openMinor: row.balanceMinor,
            whatFor: chargeFor(row, row.what),
            currency: row.currency,
            issuedOn: row.issuedOn,
            dueOn: row.dueOn,
            state: invoiceState(row, today).text,
            invoiceId: row.hasAccount === 1 ? row.id : null,
          }),
        },
        nowMs,
        lineWrittenSql(lineId),
      ),
    ]),
  )
  await batch(db, {
    audit: auditStatement(ctx, {
      id: lineId,
      action: 'invoices.mailed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { invoices: rows.map(({ id }) => id) },
    }),
    ...letters,
  })
  return rows.length
}
