import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { moneySql } from './invoices/payment-statements.server.ts'

/** Puts money into an account as credit, once a cause; nothing is written for nothing. */
export const giveCreditStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  given: { personId: SQL; amountMinor: number; cause: string; reason: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    SELECT ${studio.id}, ${given.personId}, ${given.amountMinor}, ${given.cause}, ${given.reason},
      ${now}
    WHERE ${given.amountMinor} > 0 AND ${given.personId} IS NOT NULL AND ${onlyIf}
    ON CONFLICT DO NOTHING`)

/**
 * Money that somebody paid, as a condition on `payment`: neither account credit nor a gift card, which
 * somebody else may have paid. Both are columns or expressions.
 */
export const paidByThemSql = (studioId: SQL, personId: SQL): SQL => sql`
  payment.studio_id = ${studioId} AND payment.person_id = ${personId}
  AND payment.state = 'succeeded' AND ${moneySql('payment')} AND payment.amount_minor > 0`
