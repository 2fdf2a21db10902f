import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  type RefundedWith,
  refundedSql,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { failedRefundStatements } from '#app/domain/billing/invoices/reversed-payment-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { RefundState } from '#app/domain/payments/provider.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'

/** What of a payment has not gone back to where it came from, over `payment_attempts AS paid`. */
const restSql = sql`(paid.amount_minor - (
  SELECT coalesce(sum(back.amount_minor), 0) FROM provider_refunds AS back
  WHERE back.studio_id = paid.studio_id AND back.attempt_id = paid.id AND back.state <> 'failed'))`

/** What can go back to a card: a payment of the invoice, and how much is left of it. */
export type RefundableCard = { attemptId: string; restMinor: number }

/** The payments of an invoice that can go back, the one with most left first. */
export const refundableCardsStatement = ({ db, studio }: StudioContext, invoiceId: string) =>
  db.all<RefundableCard>(sql`
    SELECT paid.id AS attemptId, ${restSql} AS restMinor FROM payment_attempts AS paid
    WHERE paid.studio_id = ${studio.id} AND paid.invoice_id = ${invoiceId}
      AND paid.state = 'succeeded' AND paid.payment_ref IS NOT NULL AND ${restSql} > 0
      AND NOT EXISTS (SELECT 1 FROM disputes AS dispute WHERE dispute.studio_id = paid.studio_id
        AND dispute.attempt_id = paid.id AND dispute.state <> 'won')
    ORDER BY restMinor DESC, paid.id LIMIT 20`)

/**
 * What a refund to the card takes with it: it is written only while so much of that payment has not
 * gone back, and with it the row by which the provider is asked, once. `sendRefund` asks.
 */
export function cardRefundWith(
  ctx: StaffContext,
  of: { key: string; invoiceId: string; itemId: string; attemptId: string; amountMinor: number },
): RefundedWith & { onlyIf: SQL } {
  const { db, studio, now } = ctx
  return {
    onlyIf: sql`EXISTS (SELECT 1 FROM payment_attempts AS paid
      WHERE paid.studio_id = ${studio.id} AND paid.id = ${of.attemptId}
        AND paid.invoice_id = ${of.invoiceId} AND paid.state = 'succeeded'
        AND ${restSql} >= ${of.amountMinor})`,
    behind: {
      provider: db.run(sql`
        INSERT INTO provider_refunds (id, studio_id, person_id, invoice_id, attempt_id,
          amount_minor, currency, state, created_at)
        SELECT ${of.key}, ${studio.id}, paid.person_id, ${of.invoiceId}, paid.id,
          ${of.amountMinor}, paid.currency, 'asked', ${now}
        FROM payment_attempts AS paid
        WHERE paid.studio_id = ${studio.id} AND paid.id = ${of.attemptId}
          AND ${refundedSql(ctx, of)}
        ON CONFLICT DO NOTHING`),
    },
  }
}

type Waiting = {
  id: string
  personId: string
  name: string
  amountMinor: number
  refundRef: string | null
  paymentRef: string
  accountRef: string
}

const waitingStatement = ({ db, studio }: StudioContext, which: SQL, limit: number) =>
  db.all<Waiting>(sql`
    SELECT back.id, back.person_id AS personId, person.name, back.amount_minor AS amountMinor,
      back.refund_ref AS refundRef, paid.payment_ref AS paymentRef,
      account.account_ref AS accountRef
    FROM provider_refunds AS back
    JOIN payment_attempts AS paid ON paid.id = back.attempt_id
    JOIN people AS person ON person.id = back.person_id
    JOIN merchant_accounts AS account ON account.studio_id = back.studio_id
    WHERE back.studio_id = ${studio.id} AND back.state IN ('asked','pending') AND ${which}
    ORDER BY back.created_at, back.id LIMIT ${limit}`)

/** Refunds of one run, and minutes until one on its way is asked about again. */
const [atOnce, pendingMinutes] = [20, 60]

const dueSql = ({ now }: Pick<StudioContext, 'now'>) => sql`(back.state = 'asked'
  OR coalesce(back.settled_at, back.created_at) <= ${addMinutes(now, -pendingMinutes)})`

/** Whether a studio has refunds that the provider has not answered, or that are on their way. */
export const settleRefundsDue = ({ studio, now }: Look): SQL => sql`EXISTS (
  SELECT 1 FROM provider_refunds AS back
  WHERE back.studio_id = ${studio} AND back.state IN ('asked','pending') AND ${dueSql({ now })})`

/**
 * Has the provider give back what the books have given back: by the refund's key, so that a press, a
 * job and a webhook together refund once. What a card can't take is account credit, and a task.
 * Answers how many it brought to an end.
 */
export async function settleRefunds(ctx: PaymentContext): Promise<number> {
  let done = 0
  for (const one of await waitingStatement(ctx, dueSql(ctx), atOnce)) {
    const state = await bring(ctx, one)
    if (state === null) break
    if (state !== 'pending') done += 1
  }
  return done
}

/** The same for one refund, by its key or by the provider's id; null where the provider is away. */
export async function sendRefund(
  ctx: PaymentContext,
  of: { key: string } | { refundRef: string },
): Promise<RefundState | 'none' | null> {
  const which = 'key' in of ? sql`back.id = ${of.key}` : sql`back.refund_ref = ${of.refundRef}`
  const [one] = await waitingStatement(ctx, which, 1)
  return one ? bring(ctx, one) : 'none'
}

async function bring(ctx: PaymentContext, one: Waiting): Promise<RefundState | null> {
  const { provider } = ctx
  const { id: key, accountRef, paymentRef, amountMinor, refundRef } = one
  const answer: Answer =
    refundRef === null
      ? await provider.refund(accountRef, { key, paymentRef, amountMinor })
      : await readAgain(ctx, accountRef, refundRef)
  if (!answer.ok && answer.reason === 'provider_away') return null
  const state = answer.ok ? answer.state : 'failed'
  await note(ctx, one, state, answer.ok ? answer.refundRef : refundRef)
  return state
}

type Answer = Awaited<ReturnType<PaymentContext['provider']['refund']>>

async function readAgain(
  { provider }: PaymentContext,
  accountRef: string,
  refundRef: string,
): Promise<Answer> {
  const read = await provider.readRefund(accountRef, refundRef)
  return read.ok ? { ...read, refundRef } : read
}

async function note(
  ctx: PaymentContext,
  { id, personId, name, amountMinor }: Waiting,
  state: RefundState,
  ref: string | null,
): Promise<void> {
  const { db, studio, now } = ctx
  const failed = sql`EXISTS (SELECT 1 FROM provider_refunds AS back
    WHERE back.studio_id = ${studio.id} AND back.id = ${id} AND back.state = 'failed')`
  await batch(db, {
    state: db.run(sql`
      UPDATE provider_refunds SET state = ${state}, refund_ref = coalesce(refund_ref, ${ref}),
        settled_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state IN ('asked','pending')`),
    ...(state === 'failed'
      ? {
          ...failedRefundStatements(
            ctx,
            { id: `failed-${id}`, personId, amountMinor, note: 'Refund to the card failed' },
            failed,
          ),
          task: raiseTaskStatement(
            ctx,
            {
              cause: { kind: 'refund_failed', ref: id },
              facts: { name, amountMinor },
              role: 'manager',
              dueAt: now,
              endsAt: null,
              path: paths.managePersonAct(studio, personId, 'payment'),
            },
            failed,
          ),
        }
      : {}),
  })
}
