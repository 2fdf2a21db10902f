/** A course as members read it. */
import type { PlainFormats } from '#app/values/formats.ts'
import {
  clockTime,
  count,
  dayMonth,
  dayShort,
  deadline,
  money,
  ordinal,
  weekday,
} from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { priceWorking } from '../course-price.ts'
import type { CourseView, SessionView } from '../course-view.ts'
import type { EnrolAvailability } from '../enrolments/enrol-availability.ts'
import { ageBand } from '../enrolments/enrol-words.ts'
import { withdrawalRules } from '../enrolments/withdrawal.ts'

/**
 * `6 Tuesdays from 5 January, 18:30`, `Saturday 12 December, 11:00`, `4 sessions from 5 January`.
 */
export function courseDatesWords(
  { sessions, firstStart, rrule, lastStart }: CourseView,
  locale: string,
): string {
  const first = firstStart.slice(0, 10)
  const time = clockTime(firstStart, locale)
  if (sessions === 1 || firstStart === lastStart)
    return `${weekday(first, locale)} ${dayMonth(first, locale)}, ${time}`
  const oneDay = /BYDAY=[A-Z]{2}(;|$)/.test(rrule)
  return oneDay
    ? `${sessions} ${weekday(first, locale)}s from ${dayMonth(first, locale)}, ${time}`
    : `${count(sessions, 'session')} from ${dayMonth(first, locale)}, ${time}`
}

/** What it costs me now, with the working where it is not simply the price. */
export function priceForMe(
  availability: EnrolAvailability,
  course: CourseView,
  formats: PlainFormats,
): { amount: string; working: string } {
  const { currency, locale } = formats
  if (
    availability.kind === 'open' ||
    availability.kind === 'waitlist' ||
    availability.kind === 'held'
  ) {
    return {
      amount: money(availability.price.minor, currency, locale),
      working: priceWorking(availability.price, formats),
    }
  }
  return {
    amount: money(course.priceMinor, currency, locale),
    working: count(course.sessions, 'session'),
  }
}

/** Where I stand, in one sentence; null where the places say it. */
export function availabilitySentence(
  availability: EnrolAvailability,
  formats: PlainFormats,
): { text: string; tone: 'good' | 'warn' | ''; icon: 'check' | 'queue' | 'clock' } | null {
  const at = (instant: string) => deadline(instant, formats.timeZone, formats.locale)
  switch (availability.kind) {
    case 'enrolled':
      return { text: 'You are enrolled.', tone: 'good', icon: 'check' }
    case 'completed':
      return { text: 'You completed it.', tone: 'good', icon: 'check' }
    case 'held':
      return availability.offered
        ? {
            text: `We have a place for you, kept until ${at(availability.until)}.`,
            tone: 'warn',
            icon: 'clock',
          }
        : {
            text: `A place is kept for you until ${at(availability.until)}.`,
            tone: 'good',
            icon: 'clock',
          }
    case 'waiting':
      return {
        text: `You are ${ordinal(availability.position)} of ${availability.of} on the waitlist.`,
        tone: 'warn',
        icon: 'queue',
      }
    default:
      return null
  }
}

/** `3 places`, `Last place`, `Full, join the waitlist`. */
export function placesIn(availability: EnrolAvailability): string {
  if (availability.kind === 'open')
    return availability.placesLeft === 1 ? 'Last place' : count(availability.placesLeft, 'place')
  if (availability.kind === 'waitlist')
    return availability.wouldBe > 1 ? `Full, ${availability.wouldBe - 1} waiting` : 'Full'
  return ''
}

/** The rules of a course, each with its day or its limit, in the order of time. */
export function courseRules(
  course: CourseView,
  today: LocalDate,
  formats: PlainFormats,
): { when: string; what: string }[] {
  const { locale } = formats
  const {
    lateJoin,
    dropIns,
    makeUpHours,
    makeUpDays,
    waitlistLimit,
    offerHours,
    minimumPeople,
    decideAt,
    confirmedAt,
  } = course
  const band = ageBand({ from: course.minimumAge, to: course.maximumAge })
  const withdrawing = withdrawalRules(course, today, locale)
  const deciding =
    minimumPeople !== null && decideAt !== null && !confirmedAt
      ? [
          {
            when: `By ${deadline(decideAt, formats.timeZone, locale)}`,
            what:
              `We decide whether it takes place: it needs ${minimumPeople}. ` +
              'If not, you get a full refund.',
            on: localDate(decideAt, formats.timeZone),
          },
        ]
      : []
  const dated = [...deciding, ...withdrawing]
    .flatMap(({ when, what, on }) => (on ? [{ when, what, on }] : []))
    .sort((a, b) => a.on.localeCompare(b.on))
  return [
    ...(band ? [{ when: 'Who', what: band }] : []),
    {
      when: 'If it is full',
      what:
        waitlistLimit === 0
          ? 'There is no waitlist.'
          : 'The waitlist is first come, first served. ' +
            `We keep an offered place for ${count(offerHours, 'hour')}.`,
    },
    ...dated.map(({ when, what }) => ({ when, what })),
    {
      when: 'Joining late',
      what:
        lateJoin === 0
          ? 'You can’t join once it has started.'
          : `You can join after up to ${count(lateJoin, 'session')}. You pay for the rest.`,
    },
    ...withdrawing.flatMap(({ when, what, on }) => (on ? [] : [{ when, what }])),
    {
      when: 'If you miss a session',
      what:
        makeUpHours === null
          ? 'There are no make-ups.'
          : `Give it up ${count(makeUpHours, 'hour')} before at the latest and you get a ` +
            `make-up, good until ${count(makeUpDays, 'day')} after the last session. ` +
            'After that you don’t.',
    },
    {
      when: 'If we change a date',
      what:
        'Your place moves with it, or you can withdraw with a full refund for the ' +
        'remaining sessions.',
    },
    ...(dropIns
      ? [
          {
            when: 'Single sessions',
            what: 'You can book single sessions with free places from the timetable.',
          },
        ]
      : []),
  ]
}

/** My row of a session, or its places. */
export function sessionState(
  { state, mine, moved, startsAt, cancelReason }: SessionView,
  now: string,
): { text: string; give: string | null } {
  if (state === 'cancelled')
    return { text: `Cancelled${cancelReason ? `: ${cancelReason}` : ''}`, give: null }
  const words: Record<string, string> = {
    attended: 'You were there',
    checked_in: 'You were there',
    no_show: 'Missed',
    cancelled_on_time: 'Given up',
    late_cancelled: 'Given up late',
  }
  if (mine?.state === 'booked') {
    return startsAt > now
      ? { text: moved ? 'Moved' : '', give: mine.id }
      : { text: 'Now', give: null }
  }
  return { text: (mine && words[mine.state]) || (moved ? 'Moved' : ''), give: null }
}

export const sessionDay = ({ localStart }: SessionView, locale: string) =>
  dayShort(localStart.slice(0, 10), locale)
