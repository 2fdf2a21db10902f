/** A course's own page at the desk, in words. */
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dayShortTime, deadline, money, ordinal } from '#app/values/wording.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import { tierAt } from './course-price.ts'
import {
  type CourseView,
  courseStage,
  type MyEnrolment,
  type SessionView,
  stageWords,
  type Tier,
} from './course-view.ts'
import { splitWithGuest } from './enrolments/guest-split.ts'
import { withdrawalRules } from './enrolments/withdrawal.ts'

const stateWords: Record<string, { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }> =
  {
    enrolled: { text: 'Enrolled', tone: 'good' },
    completed: { text: 'Completed', tone: null },
    held: { text: 'Held', tone: 'line' },
    pending_payment: { text: 'To pay', tone: 'warn' },
    waitlisted: { text: 'Waiting', tone: 'warn' },
    offered: { text: 'Offered', tone: 'warn' },
    withdrawn: { text: 'Withdrawn', tone: null },
    transferred: { text: 'Changed course', tone: null },
    declined: { text: 'Declined', tone: null },
    left: { text: 'Left', tone: null },
    lapsed: { text: 'Lapsed', tone: null },
    course_cancelled: { text: 'Course cancelled', tone: null },
  }

type Person = MyEnrolment & {
  personId: string
  name: string
  endedAt: string | null
  came: number
  missed: number
  openMinor: number
}

export function personInCourseWords(
  person: Person,
  seesMoney: boolean,
  { currency, locale, timeZone }: PlainFormats,
) {
  const {
    id,
    personId,
    name,
    state,
    position,
    keptUntil,
    priceMinor,
    sessions,
    makeUps,
    came,
    missed,
    openMinor,
  } = person
  const label = stateWords[state] ?? { text: state, tone: null }
  const timeline = [
    state === 'waitlisted' && position !== null ? `${ordinal(position)} on the waitlist` : '',
    (state === 'offered' || state === 'held') && keptUntil
      ? `until ${deadline(keptUntil, timeZone, locale)}`
      : '',
    state === 'enrolled' || state === 'completed'
      ? `${count(sessions, 'session')}, ${came} there${missed > 0 ? `, ${missed} missed` : ''}`
      : '',
    makeUps > 0 ? count(makeUps, 'make-up') : '',
    person.endedAt && !['enrolled', 'completed'].includes(state)
      ? deadline(person.endedAt, timeZone, locale)
      : '',
  ].filter(Boolean)
  const open = money(Math.abs(openMinor), currency, locale)
  const owed = openMinor > 0 ? 'to pay' : 'to refund'
  return {
    id,
    personId,
    name,
    label,
    timeline: timeline.join(', '),
    money:
      seesMoney && priceMinor > 0
        ? [money(priceMinor, currency, locale), openMinor === 0 ? '' : `${open} ${owed}`]
            .filter(Boolean)
            .join(', ')
        : '',
    live: ['enrolled', 'waitlisted', 'offered', 'held'].includes(state),
  }
}

export function sessionWords(session: SessionView, locale: string) {
  const { id, localStart, topic, taken, capacity, state, moved, roomName, coachName } = session
  return {
    id,
    topic,
    taken,
    capacity,
    moved,
    when: dayShortTime(localStart, locale),
    where: `${roomName}, ${coachName}`,
    state,
    cancelled: state === 'cancelled' ? session.cancelReason || 'Cancelled' : null,
  }
}

/** The rules and terms of a course as questions and answers. */
export function courseTermsWords(
  course: CourseView,
  tiers: readonly Tier[],
  now: string,
  formats: PlainFormats,
) {
  const { currency, locale, timeZone } = formats
  const price = (minor: number) => money(minor, currency, locale)
  const at = (instant: string) => deadline(instant, timeZone, locale)
  const tier = tierAt(tiers, now)
  return [
    {
      name: 'Price',
      rule: [
        ...tiers.map(
          (one) =>
            `${one.name} ${price(one.priceMinor)} until ` +
            `${at(one.until)}${one === tier ? ' (now)' : ''}.`,
        ),
        `${price(course.priceMinor)}.`,
      ].join(' '),
    },
    {
      name: 'Late start',
      rule:
        course.lateJoin === 0
          ? 'No late joining.'
          : `After up to ${count(course.lateJoin, 'session')}, paying for the rest.`,
    },
    {
      name: 'Single places',
      rule: course.dropIns ? 'For credits and memberships.' : 'Not sold.',
    },
    {
      name: 'Make-ups',
      rule:
        course.makeUpHours === null
          ? 'None.'
          : `1 if cancelled ${count(course.makeUpHours, 'hour')} before, valid for ` +
            `${count(course.makeUpDays, 'day')} after the end.`,
    },
    {
      name: 'Waitlist',
      rule:
        course.waitlistLimit === 0
          ? 'None.'
          : `Up to ${course.waitlistLimit}. An offer is kept for ` +
            `${count(course.offerHours, 'hour')}.`,
    },
    {
      name: 'Withdrawing',
      rule: withdrawalRules(course, localDate(now, timeZone), locale)
        .map(({ when, what }) => `${when}: ${what}`)
        .join(' '),
    },
    ...(course.reEnrolUntil
      ? [
          {
            name: 'Priority booking',
            rule:
              `People of ${course.followsName ?? 'the previous course'} until ` +
              `${at(course.reEnrolUntil)}.`,
          },
        ]
      : []),
    ...(course.opensAt ? [{ name: 'Opens', rule: `${at(course.opensAt)}.` }] : []),
  ]
}

/**
 * What stands about go or no-go; null where it needs no number of people, or that has been settled.
 */
export function decisionWords(
  course: CourseView,
  now: string,
  wall: LocalDateTime,
  { locale, timeZone }: PlainFormats,
) {
  if (course.minimumPeople === null || course.decideAt === null || course.state !== 'open')
    return null
  if (courseStage(course, wall) === 'ended') return null
  const { enrolled, minimumPeople, decideAt, confirmedAt } = course
  const by = deadline(decideAt, timeZone, locale)
  const numbers = `${enrolled} of the ${minimumPeople} it needs`
  if (confirmedAt)
    return { tone: 'good' as const, text: `It’s going ahead, with ${numbers}.`, open: false }
  if (enrolled >= minimumPeople)
    return { tone: 'good' as const, text: `${numbers}. Decide by ${by}.`, open: true }
  return {
    tone: 'warn' as const,
    text:
      now > decideAt
        ? `Only ${numbers}, and ${by} has passed. Decide now.`
        : `${numbers}. Decide by ${by}.`,
    open: true,
  }
}

/** Charged, given back, net and open; with a guest teacher, who gets what of the net. */
export function moneyWords(
  course: CourseView,
  {
    chargedMinor,
    refundedMinor,
    netMinor,
    openMinor,
  }: { chargedMinor: number; refundedMinor: number; netMinor: number; openMinor: number },
  { currency, locale }: PlainFormats,
) {
  const price = (minor: number) => money(minor, currency, locale)
  const split = course.guestName === '' ? null : splitWithGuest(netMinor, course)
  return [
    { name: 'Charged', amount: price(chargedMinor) },
    { name: 'Refunded', amount: price(refundedMinor) },
    { name: 'Net', amount: price(netMinor) },
    { name: 'Still to pay', amount: price(openMinor) },
    ...(split
      ? [
          { name: `To ${course.guestName}`, amount: price(split.guestMinor) },
          { name: 'Studio keeps', amount: price(split.studioMinor) },
        ]
      : []),
    ...(course.settledMinor == null
      ? []
      : [
          {
            name: course.settledTo === 'pay' ? 'Settled with their pay' : 'Settled apart from pay',
            amount: price(course.settledMinor),
          },
        ]),
  ]
}

/** What is to be settled with the guest teacher once a workshop has run; null where nothing is. */
export function settlementWords(
  course: CourseView,
  netMinor: number,
  wall: LocalDateTime,
  { currency, locale }: PlainFormats,
): { minor: number; text: string; coach: string } | null {
  const { guestName, coachName, settledAt, state, kind, lastStart } = course
  const open = kind === 'workshop' && state === 'open' && !settledAt && wall > lastStart
  if (!open || guestName === '') return null
  const { guestMinor: minor } = splitWithGuest(netMinor, course)
  const text = `${guestName} gets ${money(minor, currency, locale)}. Settle it once nothing of the workshop is refunded any more.`
  return { minor, text, coach: coachName }
}

export const stageOf = (course: CourseView, wall: LocalDateTime) =>
  stageWords(courseStage(course, wall), course)
