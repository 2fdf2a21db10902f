import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { payoutsAskedStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { PayoutFacts, PayoutLineFacts } from '#app/domain/payments/provider.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'

/** Minutes between two times that payouts are asked for, where no webhook asks. */
const everyMinutes = 60

/** Payouts whose lines one run fetches, and pages of a hundred lines of each. */
const [payoutsAtOnce, pagesAtOnce] = [5, 40]

/** Whether it is time to ask for a studio's payouts. */
export const keepPayoutsDue = ({ studio, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM merchant_accounts AS account WHERE account.studio_id = ${studio}
    AND account.state = 'active' AND account.payouts_at <= ${addMinutes(now, -everyMinutes)})`

/**
 * Keeps the payouts of the studio's account and what each is made of. Lines are kept once they come
 * to the payout exactly; until then the next run asks again, so no page shows a sum that is none.
 * Answers how many payouts changed.
 */
export async function keepPayouts(ctx: PaymentContext): Promise<number> {
  const { db, studio, provider } = ctx
  const [account] = await db.all<{ ref: string }>(sql`
    SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${studio.id}`)
  if (!account) return 0
  const read = await provider.listPayouts(account.ref)
  if (!read.ok) return 0
  const {
    waiting,
    asked: _,
    ...changes
  } = await batch(db, {
    ...Object.fromEntries(read.payouts.map((one) => [one.ref, payoutStatement(ctx, one)])),
    asked: payoutsAskedStatement(ctx, read.balanceMinor),
    waiting: db.all<{ id: string; amountMinor: number }>(sql`
      SELECT id, amount_minor AS amountMinor FROM payouts
      WHERE studio_id = ${studio.id} AND lines_at IS NULL AND state <> 'failed'
      ORDER BY created_at DESC LIMIT ${payoutsAtOnce}`),
  })
  for (const payout of waiting) await keepLines(ctx, account.ref, payout)
  return Object.values(changes as Record<string, D1Result>).filter(({ meta }) => meta.changes > 0)
    .length
}

const payoutStatement = (
  { db, studio }: PaymentContext,
  { ref, amountMinor, currency, state, arrivesOn, createdAt, failure }: PayoutFacts,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO payouts (id, studio_id, amount_minor, currency, state, arrives_on, created_at,
      failure)
    VALUES (${ref}, ${studio.id}, ${amountMinor}, ${currency}, ${state}, ${arrivesOn},
      ${createdAt}, ${failure})
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, arrives_on = excluded.arrives_on,
      failure = excluded.failure
    WHERE (payouts.state, payouts.arrives_on, payouts.failure)
      IS NOT (excluded.state, excluded.arrives_on, excluded.failure)`)

async function keepLines(
  ctx: PaymentContext,
  accountRef: string,
  payout: { id: string; amountMinor: number },
): Promise<void> {
  const { db, studio, now, provider } = ctx
  const lines: PayoutLineFacts[] = []
  let after: string | null = null
  for (let page = 0; page < pagesAtOnce; page += 1) {
    const read = await provider.listPayoutLines(accountRef, payout.id, after)
    if (!read.ok) return
    lines.push(...read.lines)
    after = read.next
    if (after === null) break
  }
  const sum = lines.reduce((all, { netMinor }) => all + netMinor, 0)
  if (after !== null || sum !== payout.amountMinor) {
    console.error('The lines of a payout do not add up to it', { payout: payout.id, sum })
    return
  }
  await batch(db, {
    lines: db.run(sql`
      INSERT INTO payout_lines (studio_id, payout_id, id, kind, amount_minor, fee_minor,
        net_minor, at, attempt_id, what)
      SELECT ${studio.id}, ${payout.id}, line.value ->> 'ref', line.value ->> 'kind',
        line.value ->> 'amountMinor', line.value ->> 'feeMinor', line.value ->> 'netMinor',
        line.value ->> 'at',
        (SELECT attempt.id FROM payment_attempts AS attempt
          WHERE attempt.studio_id = ${studio.id}
            AND attempt.payment_ref = line.value ->> 'paymentRef'),
        line.value ->> 'what'
      FROM json_each(${JSON.stringify(lines)}) AS line WHERE 1
      ON CONFLICT DO NOTHING`),
    whole: db.run(sql`
      UPDATE payouts SET lines_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${payout.id} AND lines_at IS NULL`),
  })
}
