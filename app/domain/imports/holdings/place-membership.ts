/** A contract from elsewhere as a membership here, or why somebody has to decide first. Pure. */
import { anchorOf, type BillingInterval, periodOf } from '#app/values/billing/billing-period.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { MembershipFacts } from './holding-facts.ts'
import type { HeldReason } from './holding-words.ts'

export type BroughtMembership = {
  startsOn: LocalDate
  endsOn: LocalDate | null
  committedUntil: LocalDate | null
  /** Null is billed by hand. */
  nextOn: LocalDate | null
  anchorOn: LocalDate
  /** First day of the period that was paid elsewhere; null where none runs, or by hand. */
  paidFrom: LocalDate | null
  /** The day before the next payment. */
  paidUntil: LocalDate | null
  freezeFrom: LocalDate | null
  freezeUntil: LocalDate | null
}

/** Reasons of the row itself; those that depend on others come before. */
export function reasonsOf(
  facts: MembershipFacts,
  { planInterval, interval, today }: Terms,
): HeldReason[] {
  const { nextOn, freeze } = facts
  const inFreeze =
    freeze !== null &&
    nextOn !== '' &&
    nextOn >= freeze.from &&
    (freeze.until === '' || nextOn <= freeze.until)
  return [
    ...(interval !== planInterval ? (['other_interval'] as const) : []),
    ...(nextOn === '' ? (['no_next'] as const) : []),
    ...(nextOn !== '' && nextOn < today ? (['past_next'] as const) : []),
    ...(inFreeze ? (['next_in_freeze'] as const) : []),
  ]
}

type Terms = {
  planInterval: BillingInterval
  interval: BillingInterval | 'other'
  today: LocalDate
}

/** A contract begun on the 29th to 31st keeps that day although a short month has clamped it. */
function anchorDay(startsOn: LocalDate, nextOn: LocalDate): number {
  const [start, next] = [Number(startsOn.slice(8)), Number(nextOn.slice(8))]
  const isLast = addDays(nextOn, 1).endsWith('-01')
  return isLast && start > next ? start : next
}

/** A date that stands for the anchor of its periods, as `memberships.anchor_on` keeps it. */
function anchorDate(
  interval: BillingInterval,
  startsOn: LocalDate,
  nextOn: LocalDate | null,
): LocalDate {
  if (nextOn === null) return startsOn
  if (interval !== 'month') return nextOn
  return `${startsOn.slice(0, 4)}-01-${String(anchorDay(startsOn, nextOn)).padStart(2, '0')}`
}

/** What is written of it: nothing is billed before the next payment from elsewhere. */
export function placeMembership(
  facts: MembershipFacts,
  {
    planInterval,
    today,
    byHand,
  }: { planInterval: BillingInterval; today: LocalDate; byHand: boolean },
): BroughtMembership {
  const { freeze, renews } = facts
  const first = facts.nextOn !== '' && facts.nextOn < today ? facts.nextOn : today
  const startsOn = facts.startsOn || first
  const endsOn = renews || facts.endsOn === '' ? null : facts.endsOn
  const nextOn = byHand || facts.nextOn === '' ? null : facts.nextOn
  const anchorOn = anchorDate(planInterval, startsOn, nextOn)
  const paidUntil = nextOn !== null && nextOn > startsOn ? addDays(nextOn, -1) : null
  const period = paidUntil ? periodOf(anchorOf(planInterval, anchorOn), paidUntil).from : null
  return {
    ...{ startsOn, endsOn, anchorOn },
    committedUntil: renews && facts.endsOn >= today ? facts.endsOn : null,
    // What ends before the next payment was paid for to the end.
    nextOn: nextOn !== null && endsOn !== null && nextOn > endsOn ? null : nextOn,
    paidFrom: period !== null && period < startsOn ? startsOn : period,
    paidUntil,
    freezeFrom: freeze?.from ?? null,
    freezeUntil: freeze?.until || null,
  }
}
