import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { onlinePaymentStatements } from '#app/domain/billing/invoices/online-payment-statements.server.ts'
import { dueBySql } from '#app/domain/billing/invoices/part-statements.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { type AttemptRow, aliveSql } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import {
  attemptBookedStatement,
  attemptFactsStatements,
  savedAttemptStatement,
  toBookSql,
} from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { PaymentFacts } from '#app/domain/payments/provider.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { cardOfSql } from './collection-statements.server.ts'
import { noteFailedCharge } from './note-failed-charge.server.ts'

/** Charges of one run; the next takes the rest. */
export const chargedAtOnce = 40
/** Charges that are under way at the provider at a time. */
const together = 8
/** Minutes after which a charge whose answer nobody wrote down is taken up again. */
const answerMinutes = 2

/** Over `collection_steps AS step`: charges whose day has come, of what nobody is paying just now. */
const dueSql = ({ studio, today }: Look): SQL => sql`
  step.studio_id = ${studio} AND step.kind = 'charge' AND step.state = 'coming'
  AND step.due_on <= ${today}
  AND NOT EXISTS (SELECT 1 FROM payment_attempts AS alive
    WHERE alive.studio_id = step.studio_id AND alive.subject_id = step.invoice_id
      AND alive.purpose = 'invoice' AND alive.${aliveSql})
  AND EXISTS (SELECT 1 FROM merchant_accounts AS account
    WHERE account.studio_id = step.studio_id AND account.state = 'active')`

/** Whether a studio has invoices to charge to kept cards. */
export const chargeDueDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM collection_steps AS step WHERE ${dueSql(look)})`

type Candidate = {
  stepId: string
  attemptId: string
  invoiceId: string
  personId: string
  payerId: string
  reference: string
  amountMinor: number
  currency: string
  methodId: string | null
  customerRef: string | null
  accountRef: string
}

/**
 * Charges what is due to kept cards, each try once: it is a row before the provider is asked, under
 * an id that is the provider's key, and no other can be begun for the invoice while it lives. Killed
 * in between, `resumeCharge` takes it up. What a debit pays is on its way for days. Of one invoice
 * only where `invoiceId` says which. Answers how many were tried.
 */
export async function chargeDue(
  ctx: PaymentContext,
  invoiceId: string | null = null,
): Promise<number> {
  const claimed = await claim(ctx, await candidates(ctx, invoiceId))
  let done = 0
  for (let at = 0; at < claimed.length; at += together) {
    const some = await Promise.all(
      claimed.slice(at, at + together).map((charge) => askAndSettle(ctx, charge)),
    )
    done += some.filter(Boolean).length
    // The provider is away: those that were claimed are taken up again, the others are not begun.
    if (some.every((one) => !one)) break
  }
  return done
}

async function candidates(ctx: PaymentContext, invoiceId: string | null): Promise<Candidate[]> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const balance = balanceSql(sql`bill.studio_id`, sql`bill.id`)
  const found = await db.all<Omit<Candidate, 'attemptId'>>(sql`
    SELECT step.id AS stepId, step.invoice_id AS invoiceId, bill.person_id AS personId,
      step.payer_id AS payerId, bill.reference, bill.currency,
      ${dueBySql(sql.raw('bill'), today, balance)} AS amountMinor,
      ${cardOfSql('id', sql`step.studio_id`, sql`step.payer_id`)} AS methodId,
      ${cardOfSql('customer_ref', sql`step.studio_id`, sql`step.payer_id`)} AS customerRef,
      (SELECT account_ref FROM merchant_accounts WHERE studio_id = step.studio_id) AS accountRef
    FROM collection_steps AS step CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
    WHERE ${dueSql(lookAt(ctx))} AND bill.state = 'open'
      ${invoiceId === null ? sql`` : sql`AND step.invoice_id = ${invoiceId}`}
    ORDER BY step.due_on, step.id LIMIT ${chargedAtOnce}`)
  return found.map((row) => ({ ...row, attemptId: newId() }))
}

type Claimed = Candidate & { methodId: string; customerRef: string }

/** Makes each charge a row, where nobody else did first; what has no card has failed. */
async function claim(ctx: PaymentContext, all: readonly Candidate[]): Promise<Claimed[]> {
  const { db, studio } = ctx
  for (const { stepId, methodId, amountMinor } of all) {
    if (methodId === null && amountMinor > 0) await noteFailedCharge(ctx, stepId, 'no_card')
  }
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { stepId, invoiceId, amountMinor } of all) {
    if (amountMinor <= 0) statements[`later ${stepId}`] = laterStatement(ctx, stepId, invoiceId)
  }
  const chargeable = all.filter(
    (one): one is Claimed => one.methodId !== null && one.amountMinor > 0,
  )
  if (all.length === 0) return []
  for (const one of chargeable) {
    const { attemptId, stepId, invoiceId, payerId, amountMinor } = one
    const balance = balanceSql(sql`${studio.id}`, sql`${invoiceId}`)
    statements[`try ${attemptId}`] = savedAttemptStatement(
      ctx,
      {
        id: attemptId,
        personId: payerId,
        purpose: 'invoice',
        subjectId: invoiceId,
        what: whatOf(ctx, one),
        amountMinor,
        currency: one.currency,
        methodId: one.methodId,
      },
      sql`${balance} >= ${amountMinor}
        AND EXISTS (SELECT 1 FROM collection_steps AS step WHERE step.studio_id = ${studio.id}
          AND step.id = ${stepId} AND step.state = 'coming')`,
    )
    statements[`step ${attemptId}`] = db.run(sql`
      UPDATE collection_steps SET state = 'doing', attempt_id = ${attemptId}
      WHERE studio_id = ${studio.id} AND id = ${stepId} AND state = 'coming'
        AND EXISTS (SELECT 1 FROM payment_attempts WHERE studio_id = ${studio.id}
          AND id = ${attemptId})`)
  }
  const made = (await batch(db, statements)) as Record<string, D1Result>
  return chargeable.filter(({ attemptId }) => changed(made[`try ${attemptId}`]!) > 0)
}

/** Nothing of it is due now: it comes with the next part, or is over where there is none. */
const laterStatement = (
  { db, studio, now }: PaymentContext,
  stepId: string,
  invoiceId: string,
): Statement<D1Result> => {
  const next = sql`(SELECT min(part.due_on) FROM invoice_parts AS part
    WHERE part.studio_id = ${studio.id} AND part.invoice_id = ${invoiceId}
      AND part.due_on > ${localDate(now, studio.timeZone)})`
  return db.run(sql`
    UPDATE collection_steps SET state = iif(${next} IS NULL, 'over', 'coming'),
      due_on = coalesce(${next}, due_on)
    WHERE studio_id = ${studio.id} AND id = ${stepId} AND state = 'coming'`)
}

const whatOf = ({ studio }: PaymentContext, { reference }: { reference: string }) =>
  `${studio.name}, invoice ${reference}`

async function askAndSettle(ctx: PaymentContext, charge: Claimed): Promise<boolean> {
  const { attemptId, customerRef, methodId, amountMinor, currency } = charge
  const answer = await ctx.provider.charge(charge.accountRef, {
    key: attemptId,
    attemptId,
    customerRef,
    methodRef: methodId,
    what: whatOf(ctx, charge),
    amountMinor,
    currency,
  })
  if (!answer.ok) return false
  await settleCharge(ctx, charge, answer.facts)
  return true
}

/** Writes down how a charge stands: what was paid is booked with it, once. */
async function settleCharge(
  ctx: PaymentContext,
  charge: Pick<Candidate, 'attemptId' | 'stepId' | 'invoiceId' | 'personId' | 'payerId'>,
  facts: PaymentFacts,
): Promise<void> {
  const { db, studio } = ctx
  const { attemptId, stepId, invoiceId, personId, payerId } = charge
  await batch(db, {
    ...attemptFactsStatements(ctx, { id: attemptId, personId: payerId }, facts),
    ...(facts.state === 'succeeded'
      ? {
          ...onlinePaymentStatements(
            ctx,
            { id: attemptId, personId, amountMinor: facts.amountMinor, invoiceId },
            toBookSql(studio.id, attemptId),
          ),
          booked: attemptBookedStatement(ctx, attemptId, invoiceId),
          step: chargeDoneStatement(ctx, attemptId),
        }
      : {}),
  })
  if (facts.state === 'failed') await noteFailedCharge(ctx, stepId, facts.code)
}

/** The charge of an attempt was paid, for the batch that books it. */
export const chargeDoneStatement = (
  { db, studio, now }: Pick<PaymentContext, 'db' | 'studio' | 'now'>,
  attemptId: string,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE collection_steps SET state = 'done', done_at = ${now}
    WHERE studio_id = ${studio.id} AND attempt_id = ${attemptId} AND state = 'doing'`)

/** Notes of an attempt by a kept card that it failed, where that is not noted yet. */
export async function noteFailedAttempt(ctx: PaymentContext, attempt: AttemptRow): Promise<void> {
  const { db, studio } = ctx
  const [step] = await db.all<{ id: string }>(sql`
    SELECT id FROM collection_steps
    WHERE studio_id = ${studio.id} AND attempt_id = ${attempt.id} AND state = 'doing'`)
  if (step) await noteFailedCharge(ctx, step.id, attempt.code)
}

/**
 * Takes up a charge whose answer nobody wrote down, as a run was killed or the provider was away:
 * asks the provider for it by the attempt's id, and only where it has none charges, by the same key.
 * Answers whether it is settled.
 */
export async function resumeCharge(ctx: PaymentContext, attempt: AttemptRow): Promise<boolean> {
  const { db, studio, now, provider } = ctx
  if (attempt.createdAt > addMinutes(now, -answerMinutes)) return false
  const { id: attemptId, accountRef, methodId, subjectId: invoiceId } = attempt
  const [known] = await db.all<{ customerRef: string; stepId: string; personId: string }>(sql`
    SELECT card.customer_ref AS customerRef, step.id AS stepId, bill.person_id AS personId
    FROM payment_methods AS card, collection_steps AS step
    JOIN invoices AS bill ON bill.id = step.invoice_id
    WHERE card.studio_id = ${studio.id} AND card.id = ${methodId}
      AND step.studio_id = ${studio.id} AND step.attempt_id = ${attemptId}`)
  if (!known || accountRef === null || methodId === null) return false
  const { customerRef, stepId, personId } = known
  const charge = { attemptId, stepId, invoiceId, personId, payerId: attempt.personId }
  const found = await provider.findCharge(accountRef, { attemptId, customerRef })
  if (!found.ok) return false
  if (found.facts) {
    await settleCharge(ctx, charge, found.facts)
    return true
  }
  const { what, amountMinor, currency } = attempt
  const answer = await provider.charge(accountRef, {
    key: attemptId,
    attemptId,
    customerRef,
    methodRef: methodId,
    what,
    amountMinor,
    currency,
  })
  if (!answer.ok) return false
  await settleCharge(ctx, charge, answer.facts)
  return true
}
