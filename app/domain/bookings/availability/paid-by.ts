import type { PaidBy } from '#app/domain/places/cancellation-terms.ts'
import type { MyBooking } from './bookable-occurrence.ts'

/** What pays for a row of mine. */
export function paidByOf({
  lotId,
  enrolmentId,
  makeUpId,
}: Pick<MyBooking, 'lotId' | 'enrolmentId' | 'makeUpId'>): PaidBy {
  if (lotId !== null) return 'lot'
  if (enrolmentId) return 'course'
  return makeUpId ? 'make_up' : 'membership'
}
