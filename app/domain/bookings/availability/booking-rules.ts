/** The rules a booking was made under, against those the class has now. */
import { type CancellationTerms, cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { Instant } from '#app/values/instant.ts'
import type { BookableOccurrence, MyBooking } from './bookable-occurrence.ts'
import { paidByOf } from './paid-by.ts'

/**
 * The terms of a row of mine. A booking keeps the rules it was made under, whatever the class has
 * now; one that keeps none follows the class.
 */
export function termsOfBooking(
  mine: MyBooking,
  occurrence: BookableOccurrence,
  now: Instant,
): CancellationTerms {
  const { cutoffAt, creditCutoffAt, feeCutoffAt } = mine.cutoffAt ? mine : occurrence
  const { losesCredit, feeMinor } = mine
  return cancellationTerms(
    {
      ...occurrence.policy,
      startsAt: occurrence.startsAt,
      cutoffAt: cutoffAt ?? occurrence.cutoffAt,
      creditCutoffAt: creditCutoffAt ?? null,
      feeCutoffAt: feeCutoffAt ?? null,
      lateLosesCredit: losesCredit ?? occurrence.policy.lateLosesCredit,
      lateFeeMinor: feeMinor ?? occurrence.policy.lateFeeMinor,
    },
    { paidBy: paidByOf(mine), declineUntil: mine.declineUntil },
    now,
  )
}
