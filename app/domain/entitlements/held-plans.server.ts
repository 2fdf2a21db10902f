/** Memberships as quotes and bills work with them. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { memberships } from '#app/db/studio/entitlements.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { anchorOf, type BillingInterval } from '#app/values/billing/billing-period.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { billedPeriodsSql, freezesSql } from './entitlement-queries.server.ts'
import { type FirstOff, withFamily } from './membership-discounts.ts'
import type { BilledPeriod, Freeze, HeldPlan, PlanTerms } from './membership-terms.ts'

export type MembershipState = (typeof memberships.$inferSelect)['state']

/** What of a plan's version a bill and an act need, as its row has it. */
export type PlanTermsRow = {
  planId: string
  name: string
  priceMinor: number
  interval: BillingInterval
  weeklyLimit: number | null
  periodLimit: number | null
  /** Classes cancelled late or missed count: 1 or 0. */
  missedCounts: number
  joiningFeeMinor: number
  trialDays: number
  anchorDay: number | null
  termMonths: number
  noticeDays: number
  freezeLeastDays: number
  freezeMostDays: number
  freezeFeeMinor: number
  contract: string
}

/** Columns of a `PlanTermsRow`, of `plan`. */
export const planTermsSql = sql.raw(`plan.id AS planId, plan.name, plan.price_minor AS priceMinor,
  plan.interval, plan.weekly_limit AS weeklyLimit, plan.period_limit AS periodLimit,
  plan.missed_counts AS missedCounts,
  plan.joining_fee_minor AS joiningFeeMinor, plan.trial_days AS trialDays,
  plan.anchor_day AS anchorDay, plan.term_months AS termMonths, plan.notice_days AS noticeDays,
  plan.freeze_least_days AS freezeLeastDays, plan.freeze_most_days AS freezeMostDays,
  plan.freeze_fee_minor AS freezeFeeMinor, plan.contract`)

export const toPlanTerms = (row: PlanTermsRow): PlanTerms => ({
  name: row.name,
  priceMinor: row.priceMinor,
  interval: row.interval,
  allowance: row.periodLimit,
  joiningFeeMinor: row.joiningFeeMinor,
  trialDays: row.trialDays,
  noticeDays: row.noticeDays,
  freeze: {
    leastDays: row.freezeLeastDays,
    mostDays: row.freezeMostDays,
    feeMinor: row.freezeFeeMinor,
  },
})

export type HeldPlanRow = PlanTermsRow & {
  id: string
  personId: string
  payerId: string | null
  state: MembershipState
  startsOn: LocalDate
  endsOn: LocalDate | null
  anchorOn: LocalDate | null
  /** Null is billed by hand, or not any more. */
  nextBillOn: LocalDate | null
  committedUntil: LocalDate | null
  version: number
  purchasedAt: Instant
  /** It took the place of another: 1 or 0. */
  replaces: number
  supersededBy: string | null
  /** As agreed when it was sold, instead of the plan's. */
  ownTrialDays: number
  ownJoiningFeeMinor: number
  familyBp: number
  /** JSON of a `FirstOff`. */
  firstOff: string | null
  /** JSON of `BilledPeriod`s, `Freeze`s and the terms that notice was given of. */
  billed: string
  freezes: string
  next: string | null
}

/** Memberships under a condition over `membership` and its `plan`. */
export function heldPlansStatement(
  { db, studio }: StudioContext,
  condition: SQL,
): Statement<HeldPlanRow[]> {
  return db.all<HeldPlanRow>(sql`
    SELECT ${planTermsSql}, membership.id, membership.person_id AS personId,
      membership.payer_id AS payerId, membership.state, membership.starts_on AS startsOn,
      membership.ends_on AS endsOn, membership.anchor_on AS anchorOn,
      membership.next_bill_on AS nextBillOn, membership.committed_until AS committedUntil,
      membership.version, membership.superseded_by AS supersededBy,
      membership.purchased_at AS purchasedAt,
      EXISTS (SELECT 1 FROM memberships AS before
        WHERE before.studio_id = membership.studio_id AND before.person_id = membership.person_id
          AND before.superseded_by = membership.id) AS replaces,
      membership.trial_days AS ownTrialDays,
      membership.joining_fee_minor AS ownJoiningFeeMinor,
      membership.family_bp AS familyBp, membership.first_off AS firstOff,
      ${billedPeriodsSql()} AS billed, ${freezesSql()} AS freezes,
      (SELECT json_object('on', membership.next_plan_on, 'planId', coming.id,
        'priceMinor', coming.price_minor, 'allowance', coming.period_limit)
        FROM plans AS coming WHERE coming.id = membership.next_plan_id) AS next
    FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE membership.studio_id = ${studio.id} AND ${condition}`)
}

/** One of a person's, or none. */
export const heldPlanStatement = (
  ctx: StudioContext,
  personId: string,
  membershipId: string,
): Statement<HeldPlanRow[]> =>
  heldPlansStatement(
    ctx,
    sql`membership.id = ${membershipId} AND membership.person_id = ${personId}`,
  )

type NextTerms = { on: LocalDate; planId: string; priceMinor: number; allowance: number | null }

/** The version of its plan that a period has which begins on `date`. */
export function planIdOn(row: HeldPlanRow, date: LocalDate): string {
  const next = row.next === null ? null : (JSON.parse(row.next) as NextTerms)
  return next && date >= next.on ? next.planId : row.planId
}

/**
 * Whether no job bills it: it was given by hand, and nobody has set the day of its next bill. What
 * was billed to the end is billed.
 */
export const billedByHand = ({ nextBillOn, billed }: HeldPlanRow): boolean =>
  nextBillOn === null && billed === '[]'

/** A row as quotes take it. What is billed by hand costs nothing here. */
export function toHeldPlan(row: HeldPlanRow): HeldPlan {
  const byHand = billedByHand(row)
  const plan = withFamily(toPlanTerms(row), row.familyBp)
  const terms: PlanTerms = {
    ...plan,
    priceMinor: byHand ? 0 : plan.priceMinor,
    joiningFeeMinor: row.ownJoiningFeeMinor,
    trialDays: row.ownTrialDays,
    freeze: { ...plan.freeze, feeMinor: byHand ? 0 : plan.freeze.feeMinor },
  }
  const next = row.next === null ? null : (JSON.parse(row.next) as NextTerms)
  return {
    terms,
    next:
      next && !byHand
        ? {
            on: next.on,
            terms: withFamily(
              { ...terms, priceMinor: next.priceMinor, allowance: next.allowance },
              row.familyBp,
            ),
          }
        : null,
    anchor: anchorOf(row.interval, row.anchorOn ?? row.startsOn),
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    committedUntil: row.committedUntil,
    firstOff: row.firstOff === null ? null : (JSON.parse(row.firstOff) as FirstOff),
    freezes: JSON.parse(row.freezes) as Freeze[],
    billed: JSON.parse(row.billed) as BilledPeriod[],
  }
}
