/**
 * The one sentence and the one action of every availability, for the timetable and the class page.
 */

import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence, makeUpSentence } from '#app/domain/places/cancellation-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, deadlineNear, money, ordinal } from '#app/values/wording.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import type { Availability } from './bookable-occurrence.ts'
import { cancelledSentence, refusalWords, type Words } from './refusal-words.ts'

/** What a booking costs in two words: `included`, `1 credit`, `your make-up`. */
export function costWords(pays: Entitlement): string {
  if (pays.kind === 'make_up') return 'your make-up'
  return pays.kind === 'membership' ? 'included' : '1 credit'
}

/**
 * The words of an availability. `localStart` is the class's start. Deadlines are told beside the
 * class: the clock time alone on the class's own day, else with the weekday or date. Buttons name
 * the class's time where they stand alone.
 */
export function availabilityWords(
  availability: Availability,
  localStart: LocalDateTime,
  formats: Formats,
): Words {
  const { timeZone, locale } = formats
  const day = localStart.slice(0, 10)
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, day)
  switch (availability.kind) {
    case 'sign_in':
      return {
        sentence:
          availability.wouldBe === null
            ? placesWords(availability.placesLeft)
            : `Full. ${wouldBeWords(availability.wouldBe)}`,
        action: {
          kind: 'sign_in',
          label: availability.wouldBe === null ? 'Sign in to book' : 'Sign in to join waitlist',
        },
      }
    case 'bookable':
      return {
        sentence: placesWords(availability.placesLeft),
        action: { kind: 'book', label: 'Book' },
      }
    case 'waitlist':
      return {
        sentence: `Full. ${wouldBeWords(availability.wouldBe)} Free while you wait.`,
        action: { kind: 'join_waitlist', label: 'Join waitlist' },
      }
    case 'booked':
      return bookedWords(availability, day, formats)
    case 'waiting':
      return waitingWords(availability, near, formats)
    case 'checked_in':
      return { sentence: 'You are checked in.', action: null }
    case 'running':
      return {
        sentence: availability.checkedIn
          ? 'Running now. You are checked in.'
          : `Started at ${clockTime(localStart, locale)}. You are booked.`,
        action: null,
      }
    case 'finished':
      if (availability.mine === 'attended')
        return { sentence: 'Finished. You were there.', action: null }
      if (availability.mine === 'no_show')
        return { sentence: 'Finished. You were booked and did not come.', action: null }
      return { sentence: 'Finished.', action: null }
    case 'tickets':
      return ticketsWords(availability, formats)
    case 'cancelled':
      if (availability.event)
        return { sentence: cancelledSentence(availability.reason), action: null }
      return {
        sentence:
          cancelledSentence(availability.reason) +
          (availability.wasBooked ? ' Nothing was taken.' : ''),
        action: { kind: 'other_dates', label: 'See other dates' },
      }
    case 'refused':
      return refusalWords(availability, formats)
  }
}

function ticketsWords(
  { left, fromMinor, begun }: Extract<Availability, { kind: 'tickets' }>,
  { currency, locale }: Formats,
): Words {
  if (begun) return { sentence: 'Under way. Ask at the door.', action: null }
  if (left === 0) return { sentence: 'Sold out.', action: null }
  if (fromMinor === null)
    return { sentence: 'No tickets are sold now.', action: { kind: 'tickets', label: 'See it' } }
  const price = fromMinor === 0 ? 'free' : `from ${money(fromMinor, currency, locale)}`
  return {
    sentence: `${left === 1 ? 'Last ticket' : `${left} tickets left`}, ${price}.`,
    action: { kind: 'tickets', label: 'Tickets' },
  }
}

function bookedWords(
  { bookingId, terms, paidBy, makeUp }: Extract<Availability, { kind: 'booked' }>,
  day: LocalDate,
  formats: Formats,
): Words {
  if (paidBy === 'course') {
    const action = { kind: 'cancel', label: 'Give up', bookingId } as const
    if (!makeUp) return { sentence: 'Part of your course.', action }
    return {
      sentence: `Part of your course. ${makeUpSentence(terms, { near: day }, formats)}`,
      action,
    }
  }
  const mayDecline = isFree(terms) && terms.freeBy === 'grace'
  const lead = mayDecline ? 'A place opened and it is yours.' : 'Booked.'
  return {
    sentence: `${lead} ${cancellationSentence(terms, { near: day }, formats)}`,
    action: mayDecline
      ? { kind: 'decline', label: 'Decline', bookingId }
      : { kind: 'cancel', label: 'Cancel', bookingId },
  }
}

function waitingWords(
  availability: Extract<Availability, { kind: 'waiting' }>,
  near: (instant: string) => string,
  formats: Formats,
): Words {
  const { bookingId, position, of, promotes, promotesUntil, placesLeft, pays, why, wishId } =
    availability
  const wish = wishId ? ' The first of your wish to open is yours.' : ''
  const place = `${ordinal(position)} of ${of} on the waitlist.${wish}`
  const action = { kind: 'leave_waitlist', label: 'Leave waitlist', bookingId } as const
  if (!promotes && placesLeft > 0 && pays) {
    return {
      sentence: 'A place is free. The first to book has it.',
      action: { kind: 'book', label: 'Book' },
    }
  }
  if (!promotes) return { sentence: `${place} The list closed at ${near(promotesUntil)}.`, action }
  if (!pays) {
    const reason = why ? ` ${refusalWords(why, formats).sentence}` : ''
    return { sentence: `${place} You keep it, but cannot be given a place yet.${reason}`, action }
  }
  const until = near(promotesUntil)
  return pays.kind === 'lot'
    ? { sentence: `${place} You pay 1 credit only if a place opens before ${until}.`, action }
    : { sentence: `${place} You get a place if one opens before ${until}.`, action }
}

/** `6 left`, `last 2`, `last place`: scarcity is said only when there is some. */
export function placesWords(placesLeft: number): string {
  if (placesLeft === 1) return 'Last place.'
  if (placesLeft === 2) return 'Last 2.'
  return `${placesLeft} left.`
}

const wouldBeWords = (n: number) => `You would be ${ordinal(n)} on the waitlist.`
