import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { planStateOn } from './plan-days.ts'
import { monthPrice } from './plan-prices.ts'
import {
  type PlanInvoiceRow,
  planFacts,
  planInvoicesStatement,
  type StudioPlanRow,
  studioPlanStatement,
} from './plan-queries.server.ts'
import { billPlanStatement, planChangedStatements } from './plan-statements.server.ts'

export type PlanPayment = {
  /** What the bank calls it: the same one is recorded once, no matter who sends it again. */
  reference: string
  method: 'bank' | 'card' | 'other'
  amountMinor: number
  paidOn: LocalDate
  /** Whole months that were paid at once. */
  months: number
  /** Who records it. */
  by: string
}

export type RecordPlanPaymentResult =
  | { ok: true; invoice: PlanInvoiceRow; paidUntil: LocalDate }
  | { ok: false; reason: 'no_plan' | 'reference_used' | 'changed_meanwhile' }
  | { ok: false; reason: 'amount_differs'; facts: { amountMinor: number; currency: string } }

/**
 * Records what a studio paid for its plan: the bill that is open is paid, or the next period is
 * billed and paid at once. What is paid counts from the end of what was paid before; after a studio
 * had closed, from today. It is active at once, and the person who pays has not cancelled. The same
 * reference again is the same payment. Refused: a studio that nobody bills, an amount that is not
 * that of the bill, and a reference that another studio's payment has.
 */
export async function recordPlanPayment(
  { directory, now }: DirectoryContext,
  studio: { id: string; timeZone: string; currency: string },
  payment: PlanPayment,
): Promise<RecordPlanPaymentResult> {
  const today = localDate(now, studio.timeZone)
  const mine = sql`own.studio_id = ${studio.id}`
  const look = () =>
    batch(directory, {
      plan: studioPlanStatement(directory, mine),
      open: planInvoicesStatement(directory, studio.id, sql`bill.paid_on IS NULL`),
      same: directory.all<{ studioId: string; id: string }>(sql`
        SELECT studio_id AS studioId, id FROM studio_plan_invoices
        WHERE reference = ${payment.reference}`),
    })
  const before = await look()
  const [plan] = before.plan
  if (!plan) return { ok: false, reason: 'no_plan' }
  const [same] = before.same
  if (same && same.studioId !== studio.id) return { ok: false, reason: 'reference_used' }
  if (same) return answer(directory, studio.id, payment.reference)

  const period = periodToPay(plan, before.open[0], today, payment.months)
  const price = monthPrice(period.plan, studio.currency)
  const amountMinor = price.amountMinor * payment.months
  if (payment.amountMinor !== amountMinor)
    return { ok: false, reason: 'amount_differs', facts: { amountMinor, currency: price.currency } }

  const { paid } = await batch(directory, {
    bill: billPlanStatement(directory, {
      studioId: studio.id,
      ...period,
      ...price,
      amountMinor,
      issuedOn: today,
      dueOn: addDays(period.fromDay, -1),
    }),
    // The one that is open becomes what was paid: a longer period, or one from today.
    paid: directory.run(sql`
      UPDATE studio_plan_invoices SET paid_on = ${payment.paidOn}, method = ${payment.method},
        reference = ${payment.reference}, recorded_by = ${payment.by}, plan = ${period.plan},
        from_day = ${period.fromDay}, until_day = ${period.untilDay},
        amount_minor = ${amountMinor}, currency = ${price.currency}
      WHERE studio_id = ${studio.id} AND paid_on IS NULL AND EXISTS (
        SELECT 1 FROM studio_plans AS own
        WHERE ${mine} AND own.version = ${plan.version})`),
    plan: directory.run(sql`
      UPDATE studio_plans SET plan = ${period.plan}, next_plan = '', trial = 0,
        cancelled_on = NULL,
        paid_until = ${period.untilDay}, version = version + 1,
        state = ${planStateOn({ trial: false, cancelled: false, paidUntil: period.untilDay }, today)}
      WHERE studio_id = ${studio.id} AND version = ${plan.version} AND changes() > 0`),
    ...planChangedStatements(directory, {
      studioId: studio.id,
      at: now,
      kind: 'paid',
      by: payment.by,
      detail: payment.reference,
    }),
  })
  if (changed(paid) > 0) return answer(directory, studio.id, payment.reference)
  const [other] = (await look()).same
  return other?.studioId === studio.id
    ? answer(directory, studio.id, payment.reference)
    : { ok: false, reason: 'changed_meanwhile' }
}

/** What the payment pays: the open bill, as many months of it, from today where it is long over. */
function periodToPay(
  plan: StudioPlanRow,
  open: PlanInvoiceRow | undefined,
  today: LocalDate,
  months: number,
) {
  const next = open?.fromDay ?? addDays(plan.paidUntil, 1)
  const closed = planStateOn(planFacts(plan), today) === 'closed'
  // What a studio could not use it does not pay.
  const fromDay = closed && next < today ? today : next
  return {
    plan: open?.plan ?? (plan.nextPlan || plan.plan),
    fromDay,
    untilDay: addDays(monthsLater(fromDay, months), -1),
  }
}

async function answer(
  directory: DirectoryContext['directory'],
  studioId: string,
  reference: string,
): Promise<RecordPlanPaymentResult> {
  const { invoices, plan } = await batch(directory, {
    invoices: planInvoicesStatement(directory, studioId, sql`bill.reference = ${reference}`),
    plan: studioPlanStatement(directory, sql`own.studio_id = ${studioId}`),
  })
  return { ok: true, invoice: invoices[0]!, paidUntil: plan[0]!.paidUntil }
}
