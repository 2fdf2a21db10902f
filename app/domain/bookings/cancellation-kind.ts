import type { Instant } from '#app/values/instant.ts'

/** What giving up a place means at this moment (SM-BOOK). */
export type CancellationKind = 'on_time' | 'late' | 'decline' | 'leave'

/**
 * What a cancel would be now; null when there is nothing to cancel any more: the class has started or the booking has
 * ended. At or before the cut-off instant is on time (R3); a person promoted inside the window declines free until
 * their deadline (R4).
 */
export function cancellationKind(
  booking: { state: string; declineUntil: Instant | null },
  occurrence: { startsAt: Instant; cutoffAt: Instant },
  now: Instant,
): CancellationKind | null {
  if (now >= occurrence.startsAt) return null
  if (booking.state === 'waitlisted') return 'leave'
  if (booking.state !== 'booked') return null
  if (now <= occurrence.cutoffAt) return 'on_time'
  if (booking.declineUntil !== null && now <= booking.declineUntil) return 'decline'
  return 'late'
}

/**
 * What a late cancel costs under a policy: whether the credit stays used, and a fee in minor units. A place that a
 * course or a make-up pays costs nothing more: what is lost is the make-up. `passed` says which of the two limits are
 * behind; left out, both are.
 */
export function lateEffect(
  policy: { lateKeepsCredit: boolean; lateFeeMinor: number },
  paidBy: 'lot' | 'membership' | 'course' | 'make_up',
  passed: { credit: boolean; fee: boolean } = { credit: true, fee: true },
): { losesCredit: boolean; feeMinor: number } {
  if (paidBy === 'course' || paidBy === 'make_up') return { losesCredit: false, feeMinor: 0 }
  return {
    losesCredit: paidBy === 'lot' && policy.lateKeepsCredit && passed.credit,
    feeMinor: passed.fee ? policy.lateFeeMinor : 0,
  }
}
