/** The one sentence and the one action of every standing, for the timetable and the class page. */

import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { clockTime, deadlineNear, money, ordinal } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Standing } from './availability.ts'
import { cancelledSentence, refusalWords, type Telling, type Words } from './refusal-words.ts'

/** What a booking costs in two words: `included`, `1 credit`, `your make-up`. */
export function costWords(pays: Entitlement): string {
  if (pays.kind === 'make_up') return 'your make-up'
  return pays.kind === 'membership' ? 'included' : '1 credit'
}

/** What a late cancel costs: `1 credit and £5.00`; null when it costs nothing. */
export function lateCostWords(
  { losesCredit, feeMinor }: { losesCredit: boolean; feeMinor: number },
  { currency, locale }: Pick<Telling, 'currency' | 'locale'>,
): string | null {
  const parts = [
    losesCredit ? '1 credit' : null,
    feeMinor > 0 ? money(feeMinor, currency, locale) : null,
  ]
  return parts.filter(Boolean).join(' and ') || null
}

/**
 * The words of a standing. `localStart` is the class's start. Deadlines are told beside the class: the clock time alone
 * on the class's own day, else with the weekday or date. Buttons name the class's time where they stand alone.
 */
export function standingWords(
  standing: Standing,
  localStart: LocalDateTime,
  telling: Telling,
): Words {
  const { timeZone, locale } = telling
  const day = localStart.slice(0, 10)
  const near = (instant: string) => deadlineNear(instant, timeZone, locale, day)
  switch (standing.kind) {
    case 'sign_in':
      return {
        sentence:
          standing.wouldBe === null
            ? placesWords(standing.placesLeft)
            : `Full. ${wouldBeWords(standing.wouldBe)}`,
        action: {
          kind: 'sign_in',
          label: standing.wouldBe === null ? 'Sign in to book' : 'Sign in to join waitlist',
        },
      }
    case 'bookable':
      return { sentence: placesWords(standing.placesLeft), action: { kind: 'book', label: 'Book' } }
    case 'waitlist':
      return {
        sentence: `Full. ${wouldBeWords(standing.wouldBe)} Free while you wait.`,
        action: { kind: 'join_waitlist', label: 'Join waitlist' },
      }
    case 'booked':
      return bookedWords(standing, near, telling)
    case 'waiting':
      return waitingWords(standing, near, telling)
    case 'checked_in':
      return { sentence: 'You are checked in.', action: null }
    case 'running':
      return {
        sentence: standing.checkedIn
          ? 'Running now. You are checked in.'
          : `Started at ${clockTime(localStart, locale)}. You are booked.`,
        action: null,
      }
    case 'finished':
      if (standing.mine === 'attended')
        return { sentence: 'Finished. You were there.', action: null }
      if (standing.mine === 'no_show')
        return { sentence: 'Finished. You were booked and did not come.', action: null }
      return { sentence: 'Finished.', action: null }
    case 'tickets':
      return ticketsWords(standing, telling)
    case 'cancelled':
      if (standing.event) return { sentence: cancelledSentence(standing.reason), action: null }
      return {
        sentence:
          cancelledSentence(standing.reason) + (standing.wasBooked ? ' Nothing was taken.' : ''),
        action: { kind: 'other_dates', label: 'See other dates' },
      }
    case 'refused':
      return refusalWords(standing, telling)
  }
}

function ticketsWords(
  { left, fromMinor, begun }: Extract<Standing, { kind: 'tickets' }>,
  { currency, locale }: Telling,
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
  {
    bookingId,
    cutoffAt,
    declineUntil,
    late,
    lateCosts,
    paidBy,
    makeUp,
  }: Extract<Standing, { kind: 'booked' }>,
  near: (instant: string) => string,
  telling: Telling,
): Words {
  if (paidBy === 'course') {
    const action = { kind: 'cancel', label: 'Give up', bookingId } as const
    if (!makeUp) return { sentence: 'Part of your course.', action }
    const limit = near(cutoffAt)
    return {
      sentence: late
        ? `Part of your course. The limit for a make-up was ${limit}.`
        : `Part of your course. Give it up until ${limit} and you get a make-up.`,
      action,
    }
  }
  const costs = paidBy === 'make_up' ? 'the make-up' : lateCostWords(lateCosts, telling)
  if (late) {
    const limit = near(declineUntil !== null && declineUntil > cutoffAt ? declineUntil : cutoffAt)
    return {
      sentence: `Booked. Free cancel ended at ${limit}${costs ? `; a cancel now costs ${costs}` : ''}.`,
      action: { kind: 'cancel', label: 'Cancel', bookingId },
    }
  }
  const then = costs ? `, then ${costs}` : ''
  if (declineUntil !== null && declineUntil > cutoffAt) {
    return {
      sentence: `A place opened and it is yours. Decline free until ${near(declineUntil)}${then}.`,
      action: { kind: 'decline', label: 'Decline', bookingId },
    }
  }
  return {
    sentence: `Booked. Free to cancel until ${near(cutoffAt)}${then}.`,
    action: { kind: 'cancel', label: 'Cancel', bookingId },
  }
}

function waitingWords(
  standing: Extract<Standing, { kind: 'waiting' }>,
  near: (instant: string) => string,
  telling: Telling,
): Words {
  const { bookingId, position, of, promotes, promotesUntil, placesLeft, pays, why, wishId } =
    standing
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
    const reason = why ? ` ${refusalWords(why, telling).sentence}` : ''
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
