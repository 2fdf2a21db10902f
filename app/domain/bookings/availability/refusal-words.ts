/**
 * What a refusal says: one sentence and one thing to do about it. Pages turn the action's kind into
 * a path.
 */

import { inPeriod, nextPeriod } from '#app/domain/entitlements/class-limit.ts'
import type { RefusalFacts, Refused } from '#app/domain/places/refusals.ts'
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { moreDays } from '#app/domain/skills/skill-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, count, dayShort, dayTime, deadlineNear } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'

/** Where an action leads; the page knows the paths. */
export type ActionKind =
  | 'sign_in'
  | 'book'
  | 'join_waitlist'
  | 'see_booking'
  | 'cancel'
  | 'decline'
  | 'leave_waitlist'
  | 'see_offer'
  | 'other_dates'
  | 'see_prices'
  | 'see_level'
  | 'see_skill'
  | 'ask_studio'
  | 'see_course'
  | 'tickets'
  | 'sign_document'

/** `bookingId` is the booking that `see_booking` and the cancels lead to. */
export type Action = {
  kind: ActionKind
  label: string
  bookingId?: string
  courseId?: string
  documentId?: string
  skillId?: string
  /** Whom it is signed for, where that is a child. */
  child?: string
}
export type Words = { sentence: string; action: Action | null }

/** How times are told: in the class's zone, relative to `today`, the studio's date now. */

const otherDates: Action = { kind: 'other_dates', label: 'See other dates' }
const seePrices: Action = { kind: 'see_prices', label: 'See prices' }
const askStudio: Action = { kind: 'ask_studio', label: 'Ask us' }

/** The sentence of a refusal that holds for several classes. */
export const aboutSeveral = (sentence: string) =>
  sentence.replace(' for this class.', ' for these classes.')

/** The sentence and the action of a refusal. */
export function refusalWords(refused: Refused, formats: Formats): Words {
  const { timeZone, locale, today } = formats
  const at = (instant: string) => deadlineNear(instant, timeZone, locale, today)
  const day = (date: LocalDate) => dayShort(date, locale)
  switch (refused.reason) {
    case 'not_found':
      return { sentence: 'We can’t find this class.', action: otherDates }
    case 'cancelled':
      return { sentence: cancelledSentence(refused.facts.why), action: otherDates }
    case 'started':
      return { sentence: `Started at ${at(refused.facts.startsAt)}.`, action: otherDates }
    case 'not_open_yet': {
      const opens = at(refused.facts.opensAt)
      const isToday = localDate(refused.facts.opensAt, timeZone) === today
      return { sentence: `Booking opens ${isToday ? `today at ${opens}` : opens}.`, action: null }
    }
    case 'closed':
      return { sentence: `Booking closed at ${at(refused.facts.closesAt)}.`, action: askStudio }
    case 'class_full': {
      const { capacity, waitlistClosedAt } = refused.facts
      return {
        sentence: waitlistClosedAt
          ? `Full. The waitlist closed at ${at(waitlistClosedAt)}.`
          : `Full. All ${capacity} places are taken.`,
        action: otherDates,
      }
    }
    case 'waitlist_full':
      return {
        sentence:
          `Full, and ${count(refused.facts.limit, 'person is', 'people are')} already on the ` +
          'waitlist.',
        action: otherDates,
      }
    case 'already_booked':
      return {
        sentence: 'You’re already booked in this class.',
        action: seeBooking(refused.facts.bookingId),
      }
    case 'overlaps': {
      const { title, localStart, bookingId } = refused.facts
      const when =
        localStart.slice(0, 10) === today
          ? `today ${clockTime(localStart, locale)}`
          : dayTime(localStart, locale)
      return {
        sentence: `It’s at the same time as ${title}, ${when}, which you’ve booked.`,
        action: seeBooking(bookingId),
      }
    }
    case 'no_entitlement': {
      const { usedUp, refunded, unpaid, name, startsOn, peak, elsewhere, course } = refused.facts
      if (course) {
        return {
          sentence: `You can only book this as part of the course.${leftInCourse(course.places)}`,
          action: { kind: 'see_course', label: 'See the course', courseId: course.id },
        }
      }
      if (refunded) return { sentence: `Your ${refunded} was refunded.`, action: seePrices }
      if (unpaid)
        return {
          sentence: `Your ${unpaid} can be used once it is paid. Pay it at the desk.`,
          action: seePrices,
        }
      if (usedUp) return { sentence: `Your ${usedUp} has no credits left.`, action: seePrices }
      if (name && peak)
        return {
          sentence: `Your ${name} doesn’t pay for classes in peak hours: ${peakWords(peak, locale)}.`,
          action: seePrices,
        }
      if (name && elsewhere)
        return { sentence: `Your ${name} doesn’t pay at this location.`, action: seePrices }
      if (name && startsOn)
        return {
          sentence: `Your ${name} starts ${day(startsOn)}, after this class.`,
          action: seePrices,
        }
      return { sentence: 'You have no credits or membership for this class.', action: seePrices }
    }
    case 'entitlement_ends_before': {
      const { name, endsOn } = refused.facts
      return {
        sentence: `Your ${name} ends ${day(endsOn)}, before this class.`,
        action: seePrices,
      }
    }
    case 'weekly_limit': {
      const { name, limit, per, again } = refused.facts
      if (name === '') {
        return {
          sentence:
            `You’ve reached your limit of ${count(limit, 'class', 'classes')} for this week. ` +
            `${nextPeriod[per]} starts ${day(again)}.`,
          action: otherDates,
        }
      }
      return {
        sentence:
          `You’ve used all ${count(limit, 'class', 'classes')} of your ${name} for that ` +
          `${inPeriod[per]}. ${nextPeriod[per]} starts ${day(again)}.`,
        action: otherDates,
      }
    }
    case 'daily_limit':
      return {
        sentence: `You’ve reached your limit of ${count(refused.facts.limit, 'class', 'classes')} a day.`,
        action: otherDates,
      }
    case 'frozen': {
      const { name, until } = refused.facts
      return {
        sentence: until ? `Your ${name} is frozen until ${day(until)}.` : `Your ${name} is frozen.`,
        action: askStudio,
      }
    }
    case 'past_due':
      return { sentence: `A payment for your ${refused.facts.name} is overdue.`, action: askStudio }
    case 'strikes':
      return {
        sentence:
          'Because of missed classes and late cancellations, you can book again from ' +
          `${at(refused.facts.blockedUntil)}.`,
        action: askStudio,
      }
    case 'banned':
      return { sentence: 'You can’t book here at the moment.', action: askStudio }
    case 'waiver_missing': {
      const { name, documentId, guardian, child, themselves } = refused.facts
      if (themselves)
        return {
          sentence: `They have to sign “${name}” first: in their own account, under Documents.`,
          action: null,
        }
      if (guardian)
        return {
          sentence: `A parent or guardian has to sign “${name}” for you before you book.`,
          action: askStudio,
        }
      return {
        sentence: `Sign “${name}” before you book.`,
        action: {
          kind: 'sign_document',
          label: 'Read and sign',
          documentId,
          ...(child ? { child } : {}),
        },
      }
    }
    case 'level_locked': {
      const { needs, holds, lapsed } = refused.facts
      if (lapsed && holds)
        return {
          sentence: `This class needs ${inSentence(needs)}. Yours runs out before it, so ask a coach to confirm it.`,
          action: { kind: 'see_level', label: `See ${inSentence(needs)}` },
        }
      const held = holds ? `You have ${inSentence(holds)}.` : 'You don’t have a level yet.'
      return {
        sentence: `This class needs ${inSentence(needs)}. ${held}`,
        action: { kind: 'see_level', label: `See ${inSentence(needs)}` },
      }
    }
    case 'skill_locked':
      return skillWords(refused.facts)
    case 'age':
      return {
        sentence: `This class is for ages ${refused.facts.minimumAge} and over.`,
        action: otherDates,
      }
    case 'guest_limit':
      return { sentence: 'You’ve booked as many guests as you can bring.', action: askStudio }
  }
}

/** What is missing of a skill, and the page that says which classes teach it. */
function skillWords(facts: RefusalFacts['skill_locked']): Words {
  const { skillId, name, days, need, lapsed, others } = facts
  if (facts.guest) {
    return { sentence: `This class needs ${name}, so you can’t bring a guest.`, action: askStudio }
  }
  const also = others > 0 ? ` and ${count(others, 'other skill')}` : ''
  const left = lapsed ? 1 : Math.max(1, need - days)
  const missing = `You need ${moreDays(left)}.`
  return {
    sentence: lapsed
      ? `This class needs ${name}${also}. Yours has lapsed. ${missing}`
      : `This class needs ${name}${also}. ${missing}`,
    action: { kind: 'see_skill', label: `See ${name}`, skillId },
  }
}

/** The same sentence where a guardian reads it of a child. */
export function aboutChild(sentence: string, called: string): string {
  const said: [RegExp, string][] = [
    [/\bYou have no credits or membership\b/, 'There are no credits or membership'],
    [/\b(You|you)’ve (booked|reached|used)\b/g, `${called} has $2`],
    [/\bYou don’t have a level yet/, `${called} doesn’t have a level yet`],
    [/\bYou have (?=level|[A-Z])/, `${called} has `],
    [/\bYou need (?=one|\d)/, `${called} needs `],
    [/\bYours (?=has lapsed|runs out)/, `${called}’s `],
    [/\byou haven’t been\b/, `${called} hasn’t been`],
    [/\bYou are\b/g, `${called} is`],
    [/\bYou’re\b/g, `${called} is`],
    [/\byou’re\b/g, `${called} is`],
    [/\bYou would be\b/, `${called} would be`],
    [/\byou can book again\b/, `${called} can book again`],
    [/\bYou were there\b/, `${called} was there`],
    [/\bYou didn’t\b/, `${called} didn’t`],
    [/\bit’s yours\b/, `it’s ${called}’s`],
    [/\bYou get a place\b/, `${called} gets a place`],
    [/\boffered to you\b/, `offered to ${called}`],
  ]
  return said.reduce((text, [words, others]) => text.replace(words, others), sentence)
}

/** `Cancelled.` and the studio's reason, if it gave one. */
export function cancelledSentence(why: string): string {
  const reason = why.trim()
  return reason ? `Cancelled. ${/[.!?]$/.test(reason) ? reason : `${reason}.`}` : 'Cancelled.'
}

/** "Level 2" reads as "level 2" inside a sentence; other names ("Yellow belt") keep theirs. */
export function inSentence(levelName: string): string {
  return levelName.replace(/^Level\b/, 'level')
}

/** A sentence behind another; none where the course does not say how many places are left. */
function leftInCourse(places: number | null): string {
  if (places === null) return ''
  return places > 0 ? ` ${placesIn(places)}` : ' It is full.'
}

const placesIn = (n: number) => `It has ${count(n, 'place')} left.`

const seeBooking = (bookingId: string): Action => ({
  kind: 'see_booking',
  label: 'See your booking',
  bookingId,
})
