import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { accountEntryStatement } from './account-entry.server.ts'
import { moneySql } from './invoices/payment-statements.server.ts'

/** Puts money into an account as credit, once a cause; nothing is written for nothing. */
export const giveCreditStatement = (
  ctx: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  given: { personId: SQL; amountMinor: number; cause: string; reason: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  accountEntryStatement(
    ctx,
    given,
    sql`${given.amountMinor} > 0 AND ${given.personId} IS NOT NULL AND ${onlyIf}`,
  )

/**
 * Money that somebody paid, as a condition on `payment`: neither account credit nor a gift card, which
 * somebody else may have paid. Both are columns or expressions.
 */
export const paidByThemSql = (studioId: SQL, personId: SQL): SQL => sql`
  payment.studio_id = ${studioId} AND payment.person_id = ${personId}
  AND payment.state = 'succeeded' AND ${moneySql('payment')} AND payment.amount_minor > 0`
