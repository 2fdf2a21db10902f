/**
 * The one sentence and the one action of every availability, for the timetable and the class page.
 */

import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence, makeUpSentence } from '#app/domain/places/cancellation-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, deadlineNear, money, ordinal } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Availability } from './bookable-occurrence.ts'
import { cancelledSentence, refusalWords, type Words } from './refusal-words.ts'

/** What a booking costs in two words: `included`, `1 credit`, `your make-up`. */
export function costWords(pays: Entitlement): string {
  if (pays.kind === 'make_up') return 'your make-up'
  return pays.kind === 'membership' ? 'included' : '1 credit'
}

/**
 * The words of an availability. `localStart` is the class's start. Deadlines are told to someone
 * who reads them today: the clock time alone is today's, else it has its weekday or date. Buttons
 * name the class's time where they stand alone.
 */
export function availabilityWords(
  availability: Availability,
  localStart: LocalDateTime,
  formats: Formats,
): Words {
  const { timeZone, locale, today } = formats
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, today)
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
      return bookedWords(availability, formats)
    case 'offered':
      return offeredWords(availability, near)
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
        return { sentence: 'Finished. You didn’t come.', action: null }
      return { sentence: 'Finished.', action: null }
    case 'tickets':
      return ticketsWords(availability, formats)
    case 'cancelled':
      if (availability.event)
        return { sentence: cancelledSentence(availability.reason), action: null }
      return {
        sentence:
          cancelledSentence(availability.reason) +
          (availability.wasBooked ? ' It cost you nothing.' : ''),
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
  if (begun) return { sentence: 'It has started. Ask at the door.', action: null }
  if (left === 0) return { sentence: 'Sold out.', action: null }
  if (fromMinor === null)
    return {
      sentence: 'Tickets are not on sale now.',
      action: { kind: 'tickets', label: 'See it' },
    }
  const price = fromMinor === 0 ? 'free' : `from ${money(fromMinor, currency, locale)}`
  return {
    sentence: `${left === 1 ? 'Last ticket' : `${left} tickets left`}, ${price}.`,
    action: { kind: 'tickets', label: 'Tickets' },
  }
}

function bookedWords(
  { bookingId, terms, paidBy, makeUp }: Extract<Availability, { kind: 'booked' }>,
  formats: Formats,
): Words {
  const near = { near: formats.today }
  if (paidBy === 'course') {
    const action = { kind: 'cancel', label: 'Give up', bookingId } as const
    if (!makeUp) return { sentence: 'Part of your course.', action }
    return {
      sentence: `Part of your course. ${makeUpSentence(terms, near, formats)}`,
      action,
    }
  }
  const mayDecline = isFree(terms) && terms.freeBy === 'grace'
  const lead = mayDecline ? 'A place opened and it’s yours.' : 'Booked.'
  return {
    sentence: `${lead} ${cancellationSentence(terms, near, formats)}`,
    action: mayDecline
      ? { kind: 'decline', label: 'Decline', bookingId }
      : { kind: 'cancel', label: 'Cancel', bookingId },
  }
}

function offeredWords(
  { bookingId, until, stands }: Extract<Availability, { kind: 'offered' }>,
  near: (instant: string) => string,
): Words {
  if (!stands) return { sentence: `The offer ended at ${near(until)}.`, action: null }
  return {
    sentence: `A place is offered to you until ${near(until)}.`,
    action: { kind: 'see_offer', label: 'Take or decline', bookingId },
  }
}

function waitingWords(
  availability: Extract<Availability, { kind: 'waiting' }>,
  near: (instant: string) => string,
  formats: Formats,
): Words {
  const { bookingId, position, of, promotes, promotesUntil, placesLeft, pays, why, wishId } =
    availability
  const wish = wishId ? ' You get the first of your classes that opens.' : ''
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
    return { sentence: `${place} You stay on it, but can’t get a place yet.${reason}`, action }
  }
  const until = near(promotesUntil)
  if (availability.offerMinutes) {
    const offered = `A place that opens before ${until} is offered to the next person.`
    return { sentence: `${place} ${offered} You pay only if you take it.`, action }
  }
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
