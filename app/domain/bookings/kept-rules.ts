/** The rules a booking was made under, against those the class has now. */
import type { Instant } from '#app/values/instant.ts'
import type { BookableOccurrence, MyBooking } from './availability/availability.ts'

/** A booking keeps the rules it was made under, whatever the class has now; `passed` says which limits are behind. */
export function rulesOf(mine: MyBooking, occurrence: BookableOccurrence, now: Instant) {
  const { cutoffAt, creditCutoffAt, feeCutoffAt } = mine.cutoffAt ? mine : occurrence
  const first = cutoffAt ?? occurrence.cutoffAt
  const { keepsCredit, feeMinor } = mine
  return {
    cutoffAt: first,
    policy: {
      lateKeepsCredit: keepsCredit == null ? occurrence.policy.lateKeepsCredit : keepsCredit === 1,
      lateFeeMinor: feeMinor ?? occurrence.policy.lateFeeMinor,
    },
    passed: { credit: now > (creditCutoffAt ?? first), fee: now > (feeCutoffAt ?? first) },
  }
}
