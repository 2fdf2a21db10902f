import { freeUntilOf } from '#app/domain/places/cancellation-terms.ts'
import { afterLimitWords } from '#app/domain/places/cancellation-words.ts'
import { deadlineNear } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A booking that is over, as far as its outcome goes. */
export type PastBooking = {
  state: string
  localStart: LocalDateTime
  timeZone: string
  cutoffAt: string
  /** The grace of anyone who was moved up inside the limit. */
  declineUntil: string | null
  endedAt: string | null
  lotId: string | null
  lateLosesCredit: boolean
  /** Paid by a course, or by a make-up from one. */
  enrolmentId?: string | null
  makeUpId?: string | null
}

export type Outcome = { text: string; tone: 'good' | 'warn' | '' }

/** What became of a booking, in a sentence or two (SM-BOOK). */
export function outcomeWords(
  booking: PastBooking,
  { locale, studio }: { locale: string; studio: string },
): Outcome {
  const { state, localStart, timeZone, endedAt, lotId, lateLosesCredit } = booking
  // Beside the class, which has its date.
  const told = { near: localStart.slice(0, 10) }
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, told.near)
  const used = lotId !== null && lateLosesCredit ? ' You lost the credit.' : ''
  const limit = afterLimitWords(freeUntilOf(booking), told, { timeZone, locale })
  if (booking.enrolmentId) return courseOutcome(booking, limit, studio)
  if (booking.makeUpId && state === 'late_cancelled') {
    return {
      text: `You cancelled ${limit}. The make-up is used up.`,
      tone: 'warn',
    }
  }
  switch (state) {
    case 'attended':
    case 'checked_in':
      return { text: 'You were there.', tone: 'good' }
    case 'booked':
      return { text: 'Finished. You were booked.', tone: '' }
    case 'no_show':
      return { text: `You didn’t come.${used}`, tone: 'warn' }
    case 'late_cancelled':
      return {
        text: `You cancelled${endedAt ? ` at ${near(endedAt)}` : ' late'}, ${limit}.${used}`,
        tone: 'warn',
      }
    case 'cancelled_on_time':
      return { text: 'You cancelled in time.', tone: '' }
    case 'declined':
      return { text: 'You declined the place in time.', tone: '' }
    case 'offer_lapsed':
      return { text: 'A place was offered and the offer ended. Nothing was taken.', tone: '' }
    case 'studio_cancelled':
      return { text: `${studio} cancelled it. It cost you nothing.`, tone: '' }
    case 'left':
      return { text: 'You left the waitlist.', tone: '' }
    case 'waitlisted':
    case 'not_promoted':
      return { text: 'No place opened. You were not charged.', tone: '' }
    case 'moved':
      return { text: 'Moved to another class.', tone: '' }
    default:
      return { text: 'Over.', tone: '' }
  }
}

/**
 * A session of a course the person is or was in: nothing is paid singly, so what counts is the
 * make-up.
 */
function courseOutcome({ state }: PastBooking, limit: string, studio: string): Outcome {
  switch (state) {
    case 'attended':
    case 'checked_in':
      return { text: 'Part of your course. You were there.', tone: 'good' }
    case 'no_show':
      return { text: 'Part of your course. You didn’t come.', tone: 'warn' }
    case 'cancelled_on_time':
      return { text: 'Part of your course. You gave it up in time.', tone: '' }
    case 'late_cancelled':
      return {
        text: `Part of your course. You gave it up ${limit}.`,
        tone: 'warn',
      }
    case 'studio_cancelled':
      return { text: `Part of your course. ${studio} cancelled it.`, tone: '' }
    default:
      return { text: 'Part of your course.', tone: '' }
  }
}
