import type { MyBooking } from './availability.ts'

/** What pays for a place. */
export type PaidBy = 'lot' | 'membership' | 'course' | 'make_up'

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
