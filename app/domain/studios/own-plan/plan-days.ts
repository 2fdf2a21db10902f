/**
 * How a studio stands with its own plan on a day, from what is paid. The order is fixed: a trial or
 * a paid period, then days in which nothing changes, then days in which nothing can be changed,
 * then the end. Pure.
 */
import { addDays, type LocalDate } from '#app/values/zone.ts'

export type PlanState = 'trial' | 'active' | 'past_due' | 'read_only' | 'closed'

/** Days a studio tries Cadence where the installation bills studios. */
export const trialDays = 30

/** Days before the end of a period on which the next one is billed. */
export const billedAhead = 7

/** Days after the end of what is paid in which everything goes on. */
const pastDueDays = 14

/** Days after those in which everything can be read, and people checked in. */
const readOnlyDays = 30

/** Days that a closed studio's data is kept and can be downloaded. */
export const keptDays = 90

export type PlanFacts = {
  trial: boolean
  /** The last day that is paid, or of the trial. */
  paidUntil: LocalDate
  /** Cancelled: it closes once what is paid is over. */
  cancelled: boolean
}

export function planStateOn({ trial, paidUntil, cancelled }: PlanFacts, day: LocalDate): PlanState {
  if (day <= paidUntil) return trial ? 'trial' : 'active'
  if (cancelled) return 'closed'
  if (day <= lastPastDue(paidUntil)) return 'past_due'
  return day <= lastReadOnly(paidUntil) ? 'read_only' : 'closed'
}

/** The last day on which an unpaid studio works as ever. */
export const lastPastDue = (paidUntil: LocalDate) => addDays(paidUntil, pastDueDays)

/** The last day on which it can be read before it closes. */
export const lastReadOnly = (paidUntil: LocalDate) => addDays(lastPastDue(paidUntil), readOnlyDays)

/** The day until which everything of a closed studio can be downloaded. */
export const keptUntil = ({ paidUntil, cancelled }: PlanFacts): LocalDate =>
  addDays(cancelled ? paidUntil : lastReadOnly(paidUntil), keptDays)
