import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { onlinePaymentStatements } from '#app/domain/billing/invoices/online-payment-statements.server.ts'
import {
  type AttemptRow,
  attemptsStatement,
} from '#app/domain/payments/attempts/attempt-queries.server.ts'
import {
  attemptBookedStatement,
  attemptFactsStatements,
  eventStatement,
  toBookSql,
} from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { localDate } from '#app/values/zone.ts'
import { chargeDoneStatement, noteFailedAttempt } from '../collecting/charge-due.server.ts'
import { chargeOnceMoreStatement } from '../collecting/collection-statements.server.ts'
import { carryOutCheckout } from './carry-out-checkout.server.ts'
import { giveOrder } from './give-order.server.ts'

export type SettleResult =
  | { ok: true; attempt: AttemptRow }
  | { ok: false; reason: 'not_found' | 'provider_away' }

/**
 * Brings an attempt to where it stands at the provider, and books what was paid: the page that the
 * payer comes back to, a webhook and the job all come here, in any order and as often as they like.
 * What was bought is given first, then the payment is booked on its invoice, so that a crash in
 * between leaves an open invoice that the next of them pays. What cannot be given any more leaves
 * the money as account credit.
 */
export async function settleAttempt(
  ctx: PaymentContext,
  attemptId: string,
  event: { id: string; kind: string } | null = null,
): Promise<SettleResult> {
  const { db } = ctx
  let [attempt] = await attemptStatement(ctx, attemptId)
  if (!attempt) return { ok: false, reason: 'not_found' }
  if (attempt.state === 'requires_action' || attempt.state === 'processing') {
    const stands = await askProvider(ctx, attempt)
    if (!stands.ok) return stands
    const { after } = await batch(db, {
      ...attemptFactsStatements(ctx, attempt, stands.facts),
      ...(event ? { event: eventStatement(ctx, event) } : {}),
      after: attemptStatement(ctx, attemptId),
    })
    attempt = after[0] ?? attempt
    if (attempt.state === 'succeeded' && stands.facts.kept) await chargeNewCard(ctx, attempt)
  }
  if (attempt.state === 'failed' && attempt.channel === 'saved') {
    await noteFailedAttempt(ctx, attempt)
  }
  if (attempt.state === 'succeeded' && attempt.bookedAt === null) {
    attempt = await bookAttempt(ctx, attempt)
  }
  return { ok: true, attempt }
}

const attemptStatement = (ctx: PaymentContext, attemptId: string) =>
  attemptsStatement(ctx, sql`attempt.id = ${attemptId}`)

async function askProvider({ provider }: PaymentContext, attempt: AttemptRow) {
  const { accountRef, pageRef, paymentRef } = attempt
  if (accountRef !== null && pageRef !== null) return provider.readPage(accountRef, pageRef)
  if (accountRef !== null && paymentRef !== null) {
    return provider.readPayment(accountRef, paymentRef)
  }
  return { ok: false, reason: 'provider_away' } as const
}

/**
 * Somebody gave another card: what could not be charged to their old one is charged to it, today.
 * What they are paying in this moment is not among it.
 */
async function chargeNewCard(ctx: PaymentContext, { personId, subjectId }: AttemptRow) {
  const { db, studio, now } = ctx
  await batch(db, {
    more: chargeOnceMoreStatement(ctx, {
      which: sql`bill.id <> ${subjectId} AND bill.id IN (
        SELECT failed.invoice_id FROM collection_steps AS failed
        WHERE failed.studio_id = ${studio.id} AND failed.payer_id = ${personId}
          AND failed.state = 'failed')`,
      by: '',
      today: localDate(now, studio.timeZone),
    }),
  })
}

/** Gives what was bought and books the money, once; answers how the attempt is then. */
async function bookAttempt(ctx: PaymentContext, attempt: AttemptRow): Promise<AttemptRow> {
  const { db, studio } = ctx
  const { id, amountMinor } = attempt
  const { invoiceId, personId } = await give(ctx, attempt)
  const { after } = await batch(db, {
    ...onlinePaymentStatements(
      ctx,
      { id, personId, amountMinor, invoiceId },
      toBookSql(studio.id, id),
    ),
    booked: attemptBookedStatement(ctx, id, invoiceId),
    charged: attempt.channel === 'saved' ? chargeDoneStatement(ctx, id) : null,
    after: attemptStatement(ctx, id),
  })
  return after[0] ?? attempt
}

/**
 * The invoice that the money is for, and whose account that is on: a guardian pays a child's. No
 * invoice is where what was bought could not be given.
 */
async function give(
  ctx: PaymentContext,
  { personId, purpose, subjectId }: AttemptRow,
): Promise<{ invoiceId: string | null; personId: string }> {
  const { db, studio } = ctx
  const gives = {
    card: async () => null,
    invoice: async () => subjectId,
    order: () => giveOrder(ctx, subjectId, personId),
    checkout: async () => (await carryOutCheckout(ctx, subjectId))?.invoiceId ?? null,
  }
  const invoiceId = await gives[purpose]()
  const [invoice] = await db.all<{ personId: string }>(sql`
    SELECT person_id AS personId FROM invoices
    WHERE studio_id = ${studio.id} AND id = ${invoiceId}`)
  return { invoiceId, personId: invoice?.personId ?? personId }
}
