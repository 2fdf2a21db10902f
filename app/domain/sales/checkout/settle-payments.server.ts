import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { attemptsStatement } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import { endAttemptStatement } from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { resumeCharge } from '../collecting/charge-due.server.ts'
import { settleAttempt } from './settle-attempt.server.ts'

/** Payments that one run asks about; the next goes on with the others. */
const atOnce = 20

/** Minutes until a debit that is on its way for days is asked about again. */
const debitMinutes = 60

/**
 * Over `payment_attempts AS attempt`: nobody gave up, and what was paid is not booked. Debits wait
 * for their hour, and what has no page yet for its end, so that many of them hold up nobody.
 */
const unsettledSql = (now: Instant) => sql`attempt.booked_at IS NULL
  AND attempt.state NOT IN ('failed', 'cancelled') AND (attempt.state <> 'processing'
    OR coalesce(attempt.asked_at, '') <= ${addMinutes(now, -debitMinutes)})
  AND (attempt.state <> 'created' OR attempt.channel = 'saved' OR attempt.expires_at <= ${now})`

/** Whether a studio has payments whose end we don't know, or that are not booked. */
export const settlePaymentsDue = ({ studio, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM payment_attempts AS attempt
  WHERE attempt.studio_id = ${studio} AND ${unsettledSql(now)})`

/**
 * Brings payments to where they stand at the provider, in turns: of somebody who closed the
 * page, of a debit that takes days, of a webhook that never came. One whose page was never made ends
 * with its hour. Answers how many it settled.
 */
export async function settlePayments(ctx: PaymentContext): Promise<number> {
  const unsettled = await attemptsStatement(
    ctx,
    unsettledSql(ctx.now),
    atOnce,
    // Pages that stay open are asked about in turns with the others.
    sql`coalesce(attempt.asked_at, '')`,
  )
  let done = 0
  for (const attempt of unsettled) {
    if (attempt.state === 'created' && attempt.channel === 'saved') {
      if (await resumeCharge(ctx, attempt)) done += 1
      continue
    }
    if (attempt.state === 'created') {
      await batch(ctx.db, { end: endAttemptStatement(ctx, attempt.id, 'cancelled') })
      done += 1
      continue
    }
    const settled = await settleAttempt(ctx, attempt.id)
    // The provider is away: the next run asks again.
    if (!settled.ok) break
    const { state, bookedAt } = settled.attempt
    if (bookedAt !== null || state === 'failed' || state === 'cancelled') done += 1
  }
  return done
}
