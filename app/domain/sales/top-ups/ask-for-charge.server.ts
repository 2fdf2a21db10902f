/** Charging the kept card for a purchase that nobody presses a button for. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { attemptFactsStatements } from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { Instant } from '#app/values/instant.ts'
import { settleAttempt } from '../checkout/settle-attempt.server.ts'

type Asked = {
  id: string
  personId: string
  state: string
  code: string | null
  bookedAt: Instant | null
  what: string
  amountMinor: number
  currency: string
  methodRef: string
  customerRef: string
  accountRef: string
  given: string
}

/** The newest attempt of purchases, `which` over `payment_attempts AS attempt`, with what charges it. */
export const askedStatement = ({ db, studio }: PaymentContext, which: SQL) =>
  db.all<Asked>(sql`
    SELECT attempt.id, attempt.person_id AS personId, attempt.state, attempt.code,
      attempt.booked_at AS bookedAt, attempt.what, attempt.amount_minor AS amountMinor,
      attempt.currency, attempt.method_id AS methodRef,
      coalesce((SELECT card.customer_ref FROM payment_methods AS card
        WHERE card.studio_id = attempt.studio_id AND card.id = attempt.method_id), '') AS customerRef,
      coalesce((SELECT account.account_ref FROM merchant_accounts AS account
        WHERE account.studio_id = attempt.studio_id), '') AS accountRef,
      coalesce((SELECT bought.state FROM checkouts AS bought
        WHERE bought.studio_id = attempt.studio_id AND bought.id = attempt.subject_id), '') AS given
    FROM payment_attempts AS attempt
    WHERE attempt.studio_id = ${studio.id} AND attempt.purpose = 'checkout' AND ${which}
    ORDER BY attempt.created_at DESC LIMIT 1`)

/**
 * Asks the provider for the charge of an attempt by its id, and only where it has none charges, by
 * the same key; then gives what was paid. Nothing where the provider is away: the next run asks.
 */
export async function ask(ctx: PaymentContext, attemptId: string): Promise<void> {
  const [attempt] = await askedStatement(ctx, sql`attempt.id = ${attemptId}`)
  if (!attempt || attempt.customerRef === '' || attempt.accountRef === '') return
  const { customerRef, accountRef, methodRef, what, amountMinor, currency } = attempt
  const found = await ctx.provider.findCharge(accountRef, { attemptId, customerRef })
  if (!found.ok) return
  const answer = found.facts
    ? { ok: true as const, facts: found.facts }
    : await ctx.provider.charge(accountRef, {
        key: attemptId,
        attemptId,
        customerRef,
        methodRef,
        what,
        amountMinor,
        currency,
      })
  if (!answer.ok) return
  await batch(ctx.db, attemptFactsStatements(ctx, attempt, answer.facts))
  await settleAttempt(ctx, attemptId)
}
