import { afterLimitWords } from '#app/domain/places/cancellation-words.ts'
import { deadlineNear } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A booking that is over, as far as its outcome goes. */
export type PastBooking = {
  state: string
  localStart: LocalDateTime
  timeZone: string
  cutoffAt: string
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
  const { state, localStart, timeZone, cutoffAt, endedAt, lotId, lateLosesCredit } = booking
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, localStart.slice(0, 10))
  const used = lotId !== null && lateLosesCredit ? ' The credit stays used.' : ''
  const limit = afterLimitWords(cutoffAt, { near: localStart.slice(0, 10) }, { timeZone, locale })
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
      return { text: `You did not come.${used}`, tone: 'warn' }
    case 'late_cancelled':
      return {
        text: `You cancelled${endedAt ? ` at ${near(endedAt)}` : ' late'}, ${limit}.${used}`,
        tone: 'warn',
      }
    case 'cancelled_on_time':
      return { text: 'You cancelled in time.', tone: '' }
    case 'declined':
      return { text: 'You declined the place in time.', tone: '' }
    case 'studio_cancelled':
      return { text: `${studio} cancelled it. Nothing was taken.`, tone: '' }
    case 'left':
      return { text: 'You left the waitlist.', tone: '' }
    case 'waitlisted':
    case 'not_promoted':
      return { text: 'No place opened. Nothing was taken.', tone: '' }
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
      return { text: 'Part of your course. You did not come.', tone: 'warn' }
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
