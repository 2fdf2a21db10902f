import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { PlanFacts, PlanState } from './plan-days.ts'
import type { OwnPlanKey } from './plan-prices.ts'

export type StudioPlanRow = {
  studioId: string
  plan: OwnPlanKey
  /** Empty where the next period has the same. */
  nextPlan: OwnPlanKey | ''
  state: PlanState
  startedOn: LocalDate
  paidUntil: LocalDate
  trial: number
  cancelledOn: LocalDate | null
  version: number
}

/** The plan of a studio, or of those of a condition over `studio_plans AS own`. */
export const studioPlanStatement = (directory: DirectoryDb, which: SQL) =>
  directory.all<StudioPlanRow>(sql`
    SELECT own.studio_id AS studioId, own.plan, own.next_plan AS nextPlan, own.state,
      own.started_on AS startedOn, own.paid_until AS paidUntil, own.trial,
      own.cancelled_on AS cancelledOn, own.version
    FROM studio_plans AS own WHERE ${which}`)

export const planFacts = ({ trial, paidUntil, cancelledOn }: StudioPlanRow): PlanFacts => ({
  trial: trial === 1,
  paidUntil,
  cancelled: cancelledOn !== null,
})

export type PlanInvoiceRow = {
  id: string
  number: number
  plan: OwnPlanKey
  fromDay: LocalDate
  untilDay: LocalDate
  amountMinor: number
  currency: string
  issuedOn: LocalDate
  dueOn: LocalDate
  paidOn: LocalDate | null
  method: 'bank' | 'card' | 'other' | null
  reference: string | null
}

/** What a studio was billed, newest first; `which` narrows `studio_plan_invoices AS bill`. */
export const planInvoicesStatement = (
  directory: DirectoryDb,
  studioId: string,
  which: SQL = sql`1`,
) =>
  directory.all<PlanInvoiceRow>(sql`
    SELECT bill.id, bill.number, bill.plan, bill.from_day AS fromDay, bill.until_day AS untilDay,
      bill.amount_minor AS amountMinor, bill.currency, bill.issued_on AS issuedOn,
      bill.due_on AS dueOn, bill.paid_on AS paidOn, bill.method, bill.reference
    FROM studio_plan_invoices AS bill WHERE bill.studio_id = ${studioId} AND ${which}
    ORDER BY bill.from_day DESC LIMIT 60`)

export type PlanChangeRow = {
  at: string
  kind: 'started' | 'state' | 'paid' | 'chosen' | 'cancelled' | 'resumed'
  state: PlanState
  plan: OwnPlanKey
  byName: string
  detail: string
}

/** What happened to a studio's plan, newest first. */
export const planChangesStatement = (directory: DirectoryDb, studioId: string) =>
  directory.all<PlanChangeRow>(sql`
    SELECT at, kind, state, plan, by_name AS byName, detail FROM studio_plan_changes
    WHERE studio_id = ${studioId} ORDER BY at DESC, rowid DESC LIMIT 30`)

/** How a studio stands with its plan, with its bills; `plan` is null where nobody bills it. */
export async function findOwnPlan(directory: DirectoryDb, studioId: string) {
  const { plan, invoices } = await batch(directory, {
    plan: studioPlanStatement(directory, sql`own.studio_id = ${studioId}`),
    invoices: planInvoicesStatement(directory, studioId),
  })
  return { plan: plan[0] ?? null, invoices }
}
