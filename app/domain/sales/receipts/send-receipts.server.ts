import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  receiptMarkStatement,
  withoutReceiptSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  isMoney,
  methodWords,
  type PaymentMethod,
} from '#app/domain/billing/invoices/payment-words.ts'
import { addressed, chargeFor } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { paymentReceipt } from '#app/messages/sales/payment-receipt.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { readerHasAccountSql } from '../invoices/invoice-rows.server.ts'

/** Receipts that one run writes; the next minute goes on. */
const atOnce = 30

/** What was paid longer ago than so many minutes is no news: charges of before there were invoices. */
const tellsUntil = 3 * 24 * 60

/** Whether a studio has payments that nobody was told of. */
export const sendReceiptsDue = ({ studio }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM payments AS payment WHERE ${withoutReceiptSql(studio)})`

type Row = {
  id: string
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  hasAccount: number
  amountMinor: number
  currency: string
  takenAt: Instant
  takenOn: LocalDate
  method: PaymentMethod
  state: string
  whatFor: string | null
  references: string | null
  invoiceId: string | null
  leftMinor: number
}

/**
 * Sends a receipt for each payment and refund, once: to whom the invoice is addressed or, where they
 * have no address, to a guardian. Account credit that moves is no money, and needs none. The mark on the
 * payment is set with the letter, so a run that is cut off goes on where it stopped. Answers how many
 * payments it went through.
 */
export async function sendReceipts(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const rows = await db.all<Row>(sql`
    SELECT payment.id, payment.person_id AS personId, person.name,
      person.preferred_name AS preferredName, ${addressSql(sql`invoice.billed_to_id`)},
      ${readerHasAccountSql} AS hasAccount, payment.amount_minor AS amountMinor,
      payment.currency, payment.taken_at AS takenAt, payment.taken_on AS takenOn, payment.method, payment.state,
      (SELECT group_concat(line.working, ', ') FROM allocations AS part
        JOIN open_items AS line ON line.studio_id = part.studio_id
          AND line.invoice_id = part.invoice_id AND line.state <> 'void'
        WHERE part.studio_id = payment.studio_id AND part.payment_id = payment.id) AS whatFor,
      (SELECT group_concat(paid.reference, ', ') FROM allocations AS part
        JOIN invoices AS paid ON paid.id = part.invoice_id
        WHERE part.studio_id = payment.studio_id AND part.payment_id = payment.id) AS "references",
      invoice.id AS invoiceId,
      (SELECT coalesce(sum(line.amount_minor - line.paid_minor), 0) FROM allocations AS part
        JOIN open_items AS line ON line.studio_id = part.studio_id
          AND line.invoice_id = part.invoice_id AND line.state = 'open'
        WHERE part.studio_id = payment.studio_id AND part.payment_id = payment.id) AS leftMinor
    FROM payments AS payment JOIN people AS person ON person.id = payment.person_id
    LEFT JOIN invoices AS invoice ON invoice.id = (SELECT min(part.invoice_id)
      FROM allocations AS part
      WHERE part.studio_id = payment.studio_id AND part.payment_id = payment.id)
    WHERE ${withoutReceiptSql(sql`${studio.id}`)}
    ORDER BY payment.taken_at LIMIT ${atOnce}`)
  if (rows.length === 0) return 0
  const oldest = addMinutes(now, -tellsUntil)
  const statements: Record<string, Statement<D1Result>> = {}
  for (const row of rows) {
    const { id, email, method, state, takenAt } = row
    if (email !== '' && isMoney(method) && state === 'succeeded' && takenAt > oldest) {
      statements[`letter ${id}`] = queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `payment-receipt:${studio.id}:${id}`,
          to: email,
          kind: 'payment-receipt',
          letter: paymentReceipt({
            ...row,
            studio,
            origin,
            name: addressed(row).name,
            how: methodWords[method],
            whatFor: row.whatFor ? chargeFor(row, row.whatFor) : 'Your account',
            references: row.references?.split(', ') ?? [],
            invoiceId: row.hasAccount === 1 ? row.invoiceId : null,
            leftMinor: row.amountMinor > 0 ? row.leftMinor : 0,
          }),
        },
        nowMs,
        sql`EXISTS (SELECT 1 FROM payments AS payment
          WHERE ${withoutReceiptSql(sql`${studio.id}`)} AND payment.id = ${id})`,
      )
    }
    statements[`mark ${id}`] = receiptMarkStatement(ctx, id)
  }
  await batch(db, statements)
  return rows.length
}
