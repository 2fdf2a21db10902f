/** Money that a provider took, for the batch that notes that it did. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { accountEntryStatement } from '../account-entry.server.ts'
import { balanceSql, takenOnSql } from './payment-statements.server.ts'
import { spreadStatements } from './spread-statements.server.ts'

export type OnlinePayment = {
  /** Of the attempt; the same one is booked once. */
  id: string
  personId: string
  amountMinor: number
  /** What it pays; null is account credit. */
  invoiceId: string | null
}

/**
 * Books what was paid where `onlyIf` holds, once an id. The money is there already, so nothing
 * refuses it: of the invoice it pays what is still open, and the rest is account credit of the
 * payer. On a day whose takings are closed it counts with the next one.
 */
export function onlinePaymentStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  { id, personId, amountMinor, invoiceId }: OnlinePayment,
  onlyIf: SQL,
) {
  const cause = `payment:${id}`
  const written = sql`EXISTS (SELECT 1 FROM payments AS payment
    WHERE payment.studio_id = ${studio.id} AND payment.id = ${id})`
  const allocated = sql`(SELECT coalesce(sum(part.amount_minor), 0) FROM allocations AS part
    WHERE part.studio_id = ${studio.id} AND part.payment_id = ${id})`
  const fresh = sql`NOT EXISTS (SELECT 1 FROM account_entries AS rest
    WHERE rest.studio_id = ${studio.id} AND rest.cause = ${cause})`
  return {
    pay: db.run(sql`
      INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
        taken_at, taken_on, taken_by, note)
      SELECT ${id}, ${studio.id}, ${personId}, ${amountMinor}, ${studio.currency}, 'online',
        'succeeded', ${now}, ${takenOnSql({ studio, now })}, '', ''
      WHERE ${amountMinor} > 0 AND ${onlyIf}
      ON CONFLICT (id) DO NOTHING`),
    ...(invoiceId === null
      ? {}
      : {
          allocate: db.run(sql`
            INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
            SELECT ${id}, ${studio.id}, ${id}, ${invoiceId}, min(${amountMinor}, open.minor)
            FROM (SELECT ${balanceSql(sql`${studio.id}`, sql`${invoiceId}`)} AS minor) AS open
            WHERE open.minor > 0 AND ${written} AND ${fresh}
            ON CONFLICT DO NOTHING`),
        }),
    rest: accountEntryStatement(
      { db, studio, now },
      {
        personId: sql`${personId}`,
        amountMinor: sql`${amountMinor} - ${allocated}`,
        cause,
        reason: 'Paid online',
      },
      sql`${written} AND ${amountMinor} > ${allocated}`,
    ),
    ...(invoiceId === null ? {} : spreadStatements({ db, studio, now }, invoiceId)),
  }
}
