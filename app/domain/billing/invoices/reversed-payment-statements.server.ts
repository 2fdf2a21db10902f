/** Money that a provider gave and took back, for the batch that notes why. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { accountEntryStatement } from '../account-entry.server.ts'
import { takenOnSql } from './payment-statements.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/**
 * A payment online that its payer's bank took back for good: it leaves the takings under `id`, once,
 * and the invoice it paid says so. What was bought is not touched. Where `onlyIf` holds.
 */
export const lostPaymentStatements = (
  ctx: Ctx,
  of: { id: string; personId: string; invoiceId: string | null; amountMinor: number; note: string },
  onlyIf: SQL,
) => {
  const { db, studio, now } = ctx
  const written = sql`EXISTS (SELECT 1 FROM payments AS payment
    WHERE payment.studio_id = ${studio.id} AND payment.id = ${of.id})`
  return {
    lost: db.run(sql`
      INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
        taken_at, taken_on, taken_by, note, receipt_at)
      SELECT ${of.id}, ${studio.id}, ${of.personId}, ${-of.amountMinor}, ${studio.currency},
        'online', 'succeeded', ${now}, ${takenOnSql(ctx)}, '', ${of.note}, ${now}
      WHERE ${onlyIf} ON CONFLICT (id) DO NOTHING`),
    ...(of.invoiceId === null
      ? {}
      : {
          lostOf: db.run(sql`
            INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
            SELECT ${of.id}, ${studio.id}, ${of.id}, ${of.invoiceId}, ${-of.amountMinor}
            WHERE ${written} ON CONFLICT DO NOTHING`),
          lostInvoice: invoiceDisputeStatement(ctx, of.invoiceId, 'lost', written),
        }),
  }
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
        ...{ personId: sql`${of.personId}`, amountMinor: of.amountMinor },
        ...{ cause: `payment:${of.id}`, reason: of.note },
      },
      sql`EXISTS (SELECT 1 FROM payments AS payment
        WHERE payment.studio_id = ${studio.id} AND payment.id = ${of.id})`,
    ),
  }
}
