import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { allocate } from '#app/values/money.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { partsDueStatement } from './part-statements.server.ts'
import { balanceSql } from './payment-statements.server.ts'

export type SplitInvoice = {
  /** Comes with the form, so that a double press is one plan. */
  key: string
  invoiceId: string
  /** Due today, before the others; 0 is none. */
  depositMinor: number
  /** How many equal parts follow, a month apart. */
  parts: number
  firstOn: LocalDate
}

export type SplitInvoiceResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_open' | 'changed' | 'first_before' }
  | { ok: false; reason: 'deposit_too_much'; mostMinor: number }

/**
 * Lets what is open of an invoice be paid in parts by their days: a deposit today and so many equal
 * ones, the last with what rounding leaves. Done again, the new plan takes the place of the old.
 * What is owed does not change; what was paid before is a part of its own. Refused where somebody
 * paid in between.
 */
export async function splitInvoice(
  ctx: StaffContext,
  { key, invoiceId, depositMinor, parts, firstOn }: SplitInvoice,
): Promise<SplitInvoiceResult> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const balance = balanceSql(sql`${studio.id}`, sql`${invoiceId}`)
  const [invoice] = await db.all<{
    state: string
    issuedOn: LocalDate
    open: number
    paid: number
  }>(sql`
    SELECT state, issued_on AS issuedOn, ${balance} AS open,
      (SELECT coalesce(sum(amount_minor), 0) FROM allocations
        WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId}) AS paid
    FROM invoices WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'`)
  if (!invoice) return { ok: false, reason: 'not_found' }
  const { state, issuedOn, open, paid } = invoice
  if (state !== 'open') return { ok: false, reason: 'not_open' }
  if (firstOn < today) return { ok: false, reason: 'first_before' }
  const rest = open - depositMinor
  if (rest < parts) {
    return { ok: false, reason: 'deposit_too_much', mostMinor: Math.max(0, open - parts) }
  }
  const planned = [
    ...(paid > 0 ? [{ dueOn: issuedOn, amountMinor: paid }] : []),
    ...(depositMinor > 0 ? [{ dueOn: today, amountMinor: depositMinor }] : []),
    ...allocate(rest, parts).map((amountMinor, i) => ({
      dueOn: monthsLater(firstOn, i),
      amountMinor,
    })),
  ]
  const lineId = `split-${key}`
  const written = lineWrittenSql(lineId)
  const { done } = await batch(db, {
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'invoice.split',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        detail: { planned },
      },
      sql`${balance} = ${open} AND EXISTS (SELECT 1 FROM invoices
        WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND state = 'open')`,
    ),
    old: db.run(sql`
      DELETE FROM invoice_parts WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId}
        AND id NOT GLOB ${`${key}-*`} AND ${written}`),
    parts: db.run(sql`
      INSERT INTO invoice_parts (id, studio_id, invoice_id, due_on, amount_minor)
      SELECT ${key} || '-' || substr('0' || part.key, -2), ${studio.id}, ${invoiceId},
        part.value ->> 'dueOn', part.value ->> 'amountMinor'
      FROM json_each(${JSON.stringify(planned)}) AS part WHERE ${written}
      ON CONFLICT DO NOTHING`),
    due: partsDueStatement(ctx, invoiceId),
    done: db.all<{ done: number }>(sql`SELECT ${written} AS done`),
  })
  return done[0]?.done === 1 ? { ok: true } : { ok: false, reason: 'changed' }
}
