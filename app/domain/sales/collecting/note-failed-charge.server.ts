import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { pastDueStatement } from '#app/domain/entitlements/overdue-memberships.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { failureWords, worthRetrying } from '#app/domain/payments/attempts/attempt-words.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paymentFailed } from '#app/messages/sales/payment-failed.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { heldBackSql, planStepsStatement } from './collection-statements.server.ts'
import { graceUntil, type PlannedStep, stepsAfterFailure } from './dunning-calendar.ts'
import { dunningFrom, dunningStatement } from './dunning-settings.server.ts'
import { newPayLink } from './pay-links.server.ts'

/** A step with what a letter about its invoice says. */
export type StepRow = {
  id: string
  invoiceId: string
  membershipId: string | null
  payerId: string
  kind: 'charge' | 'block' | 'suspend'
  attemptId: string | null
  reference: string
  currency: string
  openMinor: number
  whatFor: string
  email: string
  name: string
  /** Steps of its invoice that come, as JSON of `PlannedStep`s, by day. */
  coming: string
  /** Charges of its invoice that failed before. */
  failedBefore: number
}

/** Steps under a condition over `collection_steps AS step` and `invoices AS bill`. */
export const stepsStatement = (
  { db, studio }: StudioContext,
  where: ReturnType<typeof sql>,
  limit = 20,
): Statement<StepRow[]> =>
  db.all<StepRow>(sql`
    SELECT step.id, step.invoice_id AS invoiceId, step.membership_id AS membershipId,
      step.payer_id AS payerId, step.kind, step.attempt_id AS attemptId, bill.reference,
      bill.currency, ${balanceSql(sql`bill.studio_id`, sql`bill.id`)} AS openMinor,
      coalesce((SELECT group_concat(line.working, ', ') FROM open_items AS line
        WHERE line.studio_id = bill.studio_id AND line.invoice_id = bill.id
          AND line.state = 'open'), '') AS whatFor,
      payer.email, ${calledSql('payer')} AS name,
      (SELECT json_group_array(json_object('kind', next.kind, 'n', next.n, 'dueOn', next.due_on)
          ORDER BY next.due_on, next.kind)
        FROM collection_steps AS next WHERE next.studio_id = step.studio_id
          AND next.invoice_id = step.invoice_id AND next.state = 'coming' AND next.id <> step.id)
        AS coming,
      (SELECT count(*) FROM collection_steps AS before WHERE before.studio_id = step.studio_id
        AND before.invoice_id = step.invoice_id AND before.state = 'failed'
        AND before.id <> step.id) AS failedBefore
    FROM collection_steps AS step CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
    JOIN people AS payer ON payer.id = step.payer_id
    WHERE step.studio_id = ${studio.id} AND ${where}
    ORDER BY step.due_on, step.kind, step.id LIMIT ${limit}`)

export const comingOf = ({ coming }: StepRow): PlannedStep[] => JSON.parse(coming) as PlannedStep[]

/**
 * Notes that a charge of a kept card failed, once: the first time it plans what follows (retries,
 * the end of booking, the suspension), a card that no later try will get money from ends the
 * retries, the membership is past due, and the payer is told with a link that pays.
 */
export async function noteFailedCharge(
  ctx: StudioContext,
  stepId: string,
  code: string | null,
): Promise<void> {
  const { db, studio, now } = ctx
  const { steps, settings } = await batch(db, {
    steps: stepsStatement(ctx, sql`step.id = ${stepId} AND step.state IN ('doing','coming')`, 1),
    settings: dunningStatement(ctx),
  })
  const [step] = steps
  if (!step) return
  const today = localDate(now, studio.timeZone)
  const dunning = dunningFrom(settings)
  const planned = stepsAfterFailure(today, code, dunning).filter(
    ({ kind }) => kind === 'charge' || step.membershipId !== null,
  )
  const next = step.failedBefore === 0 ? planned : comingOf(step)
  const nextOn = nextTry(next, code)
  const failed = sql`EXISTS (SELECT 1 FROM collection_steps AS failed
    JOIN invoices AS unpaid ON unpaid.id = failed.invoice_id AND unpaid.state = 'open'
    WHERE failed.studio_id = ${studio.id} AND failed.id = ${stepId} AND failed.state = 'failed'
      AND failed.done_at = ${now})`
  const suspended =
    nextOn === null && next.some((one) => one.kind === 'suspend' && one.dueOn <= today)
  const bookUntil =
    step.membershipId !== null && step.failedBefore === 0 ? graceUntil(today, dunning) : null
  await batch(db, {
    failed: db.run(sql`
      UPDATE collection_steps SET state = 'failed', code = ${code}, done_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${stepId} AND state IN ('doing','coming')`),
    planned: step.failedBefore === 0 ? planStepsStatement(ctx, step, planned, failed) : null,
    given: worthRetrying(code)
      ? null
      : db.run(sql`
          UPDATE collection_steps SET state = 'over'
          WHERE studio_id = ${studio.id} AND invoice_id = ${step.invoiceId} AND kind = 'charge'
            AND state = 'coming' AND ${failed}`),
    past:
      step.membershipId === null
        ? null
        : pastDueStatement(ctx, heldBackSql(ctx, step.id), graceUntil(today, dunning), failed),
    // On the day of the suspension its own letter says it.
    ...(suspended
      ? {}
      : letterStatements(
          ctx,
          step,
          { stage: 'failed', why: failureWords(code), nextOn, bookUntil },
          failed,
        )),
  })
}

/** The next day the card is tried; null where no try will get the money. */
const nextTry = (steps: readonly PlannedStep[], code: string | null): LocalDate | null =>
  worthRetrying(code) ? (steps.find(({ kind }) => kind === 'charge')?.dueOn ?? null) : null

/** The letter of a step with its link, once a step. Nobody is written to without an address. */
export function letterStatements(
  ctx: StudioContext,
  step: StepRow,
  says: {
    stage: 'failed' | 'blocked' | 'suspended'
    why: string
    nextOn: LocalDate | null
    bookUntil: LocalDate | null
  },
  onlyIf: ReturnType<typeof sql>,
): Record<string, Statement<D1Result>> {
  if (step.email === '') return {}
  const { db, studio, nowMs, origin } = ctx
  const key = `payment-failed:${step.id}`
  const fresh = sql`${onlyIf} AND NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = ${key})`
  const { secret, statement } = newPayLink(ctx, step, fresh)
  return {
    link: statement,
    letter: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: key,
        to: step.email,
        kind: 'payment-failed',
        letter: paymentFailed({
          studio,
          origin,
          name: step.name,
          title: `invoice ${step.reference}`,
          whatFor: step.whatFor,
          amountMinor: step.openMinor,
          currency: step.currency,
          ...says,
          payLink: secret,
        }),
      },
      nowMs,
      onlyIf,
    ),
  }
}
