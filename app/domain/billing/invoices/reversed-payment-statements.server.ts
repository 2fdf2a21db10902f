/** Money that a provider gave and took back, for the batch that notes why. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { accountEntryStatement } from '../account-entry.server.ts'
import { movedToAccountSql } from '../open-item-sums.server.ts'
import { accountCreditSql, takenOnSql } from './payment-statements.server.ts'
import { spreadStatements } from './spread-statements.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** What a bank took back for good of a payment online. */
export type LostPayment = {
  /** Of the loss; the same one is booked once. */
  id: string
  /** The payment online, and the invoice it was for; null where it was for none. */
  paymentId: string
  invoiceId: string | null
  personId: string
  amountMinor: number
  note: string
  /** A SELECT of ids of all that was lost of this payment, `id` among them. */
  lost: SQL
  /** A SELECT of causes by which money of this payment came to the account, once refunds failed. */
  cameBack: SQL
}

/**
 * A payment online that its payer's bank took back for good: it leaves the takings under `id`, once.
 * Of the invoice that it paid goes what it paid there and what is not given back already; the rest
 * comes off the account credit that this payment brought, as far as there is any. An invoice that it
 * paid in full is lost, one still open is owed that much more. What was bought is not touched. Where
 * `onlyIf` holds.
 */
export const lostPaymentStatements = (ctx: Ctx, of: LostPayment, onlyIf: SQL) => {
  const { db, studio, now } = ctx
  const { id, invoiceId, personId, amountMinor, note } = of
  // By this telling: told again, what was done since is left as it is.
  const written = sql`EXISTS (SELECT 1 FROM payments AS payment
    WHERE payment.studio_id = ${studio.id} AND payment.id = ${id} AND payment.taken_at = ${now})`
  const off = sql`coalesce((SELECT part.amount_minor FROM allocations AS part
    WHERE part.studio_id = ${studio.id} AND part.payment_id = ${id}), 0)`
  return {
    lost: db.run(sql`
      INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
        taken_at, taken_on, taken_by, note, receipt_at)
      SELECT ${id}, ${studio.id}, ${personId}, ${-amountMinor}, ${studio.currency},
        'online', 'succeeded', ${now}, ${takenOnSql(ctx)}, '', ${note}, ${now}
      WHERE ${onlyIf} ON CONFLICT (id) DO NOTHING`),
    ...(invoiceId === null ? {} : lostOfInvoiceStatements(ctx, { ...of, invoiceId }, written)),
    lostCredit: accountEntryStatement(
      ctx,
      {
        personId: sql`${personId}`,
        amountMinor: sql`-min(${amountMinor} + ${off}, ${creditLeftOfSql(ctx, of)})`,
        cause: `payment:${id}`,
        reason: note,
      },
      sql`${written} AND min(${amountMinor} + ${off}, ${creditLeftOfSql(ctx, of)}) > 0`,
    ),
  }
}

/** What is lost of an invoice, once `written` holds: never more than this payment left on it. */
function lostOfInvoiceStatements(
  ctx: Ctx,
  { id, paymentId, invoiceId, amountMinor, lost }: LostPayment & { invoiceId: string },
  written: SQL,
) {
  const { db, studio } = ctx
  const partsOf = (which: SQL) => sql`(SELECT coalesce(sum(part.amount_minor), 0)
    FROM allocations AS part WHERE part.studio_id = ${studio.id}
      AND part.invoice_id = ${invoiceId} AND ${which})`
  const kept = sql`(${partsOf(sql`1`)} - ${movedToAccountSql(sql`${studio.id}`, sql`${invoiceId}`)}
    + (SELECT coalesce(sum(note.total_minor), 0) FROM invoices AS note
      WHERE note.studio_id = ${studio.id} AND note.credits_invoice_id = ${invoiceId}))`
  const here = sql`${written} AND EXISTS (SELECT 1 FROM allocations AS part
    WHERE part.studio_id = ${studio.id} AND part.payment_id = ${id})`
  return {
    lostOf: db.run(sql`
      INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
      SELECT ${id}, ${studio.id}, ${id}, ${invoiceId}, -gone.minor
      FROM (SELECT min(${amountMinor}, ${kept},
        ${partsOf(sql`part.payment_id = ${paymentId}`)}
          + ${partsOf(sql`part.payment_id IN (${lost})`)}) AS minor) AS gone
      WHERE gone.minor > 0 AND ${written}
        AND NOT EXISTS (SELECT 1 FROM account_entries AS entry
          WHERE entry.studio_id = ${studio.id} AND entry.cause = ${`payment:${id}`})
      ON CONFLICT DO NOTHING`),
    // Still open, all that is no longer paid of it is owed again.
    lostLines: db.run(sql`
      UPDATE open_items SET state = 'open', settled_at = NULL, paid_minor = 0
      WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId} AND state = 'settled'
        AND amount_minor > 0 AND ${here} AND (SELECT bill.state FROM invoices AS bill
          WHERE bill.id = ${invoiceId}) = 'open'`),
    ...spreadStatements(ctx, invoiceId),
    lostInvoice: invoiceDisputeStatement(ctx, invoiceId, 'lost', here),
  }
}

/**
 * What is left of the account credit that a payment brought: its rest, refunds of it that failed or
 * were kept as credit, and lines of its invoice that were voided; never more than is there.
 */
function creditLeftOfSql(
  { studio }: Ctx,
  { paymentId, invoiceId, personId, lost, cameBack }: LostPayment,
): SQL {
  return sql`min(${accountCreditSql(sql`${studio.id}`, sql`${personId}`)}, (
    SELECT coalesce(sum(entry.amount_minor), 0) FROM account_entries AS entry
    WHERE entry.studio_id = ${studio.id} AND entry.person_id = ${personId} AND entry.cause IN (
      SELECT ${`payment:${paymentId}`} UNION ALL ${cameBack}
      UNION ALL SELECT 'payment:' || gone.id FROM (${lost}) AS gone
      UNION ALL SELECT 'void:' || line.id FROM open_items AS line
        WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
      UNION ALL SELECT 'payment:' || part.payment_id FROM invoices AS note
        JOIN allocations AS part ON part.studio_id = note.studio_id AND part.invoice_id = note.id
        WHERE note.studio_id = ${studio.id} AND note.credits_invoice_id = ${invoiceId})))`
}

/**
 * How an invoice that was paid stands with a dispute about it, also where a part of it was refunded
 * (SM-INV).
 */
export const invoiceDisputeStatement = (
  { db, studio }: Ctx,
  invoiceId: string,
  state: 'disputed' | 'paid' | 'lost',
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE invoices SET state = ${state}
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice' AND ${onlyIf}
      AND state IN ('paid', ${state === 'paid' ? sql`'disputed'` : sql`'partly_refunded', 'refunded', 'disputed'`})`)

/** An invoice whose dispute was won is as refunded as before: its trigger works that out. */
export const disputeOverStatement = ({ db, studio }: Ctx, invoiceId: string): Statement<D1Result> =>
  db.run(sql`
    UPDATE open_items SET state = state
    WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId}`)

/**
 * A refund that a card did not take: the money is there again, as a payment of its own, and is the
 * person's account credit. Once an id, where `onlyIf` holds.
 */
export const failedRefundStatements = (
  ctx: Ctx,
  of: { id: string; personId: string; amountMinor: number; note: string },
  onlyIf: SQL,
) => {
  const { db, studio, now } = ctx
  return {
    back: db.run(sql`
      INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
        taken_at, taken_on, taken_by, note, receipt_at)
      SELECT ${of.id}, ${studio.id}, ${of.personId}, ${of.amountMinor}, ${studio.currency},
        'online', 'succeeded', ${now}, ${takenOnSql(ctx)}, '', ${of.note}, ${now}
      WHERE ${onlyIf} ON CONFLICT (id) DO NOTHING`),
    kept: accountEntryStatement(
      ctx,
      {
        personId: sql`${of.personId}`,
        amountMinor: of.amountMinor,
        cause: `payment:${of.id}`,
        reason: of.note,
      },
      sql`EXISTS (SELECT 1 FROM payments AS payment
        WHERE payment.studio_id = ${studio.id} AND payment.id = ${of.id})`,
    ),
  }
}
