/** How a person stands to a course: decided once, for its page, its confirm page and the press. */
import type { Unsigned } from '#app/domain/documents/unsigned.ts'
import type { Instant } from '#app/values/instant.ts'
import { ageOn, type LocalDateTime } from '#app/values/zone.ts'
import { type CoursePrice, coursePrice } from '../course-price.ts'
import { type CourseFacts, toCome } from '../course-view.ts'

/** Why someone cannot enrol: one closed list. What holds for everyone comes first. */
const enrolRefusals = [
  'not_found',
  'cancelled',
  'ended',
  'not_open_yet',
  'started',
  'too_late',
  'waitlist_full',
  'priority',
  'overlaps',
  'banned',
  'waiver_missing',
  'level_locked',
  'age',
  'offer_lapsed',
  'quote_changed',
  'not_enrolled',
  'ask_studio',
] as const
export type EnrolRefusal = (typeof enrolRefusals)[number]

type NoFacts = Record<string, never>
type RefusalFacts = {
  not_found: NoFacts
  cancelled: { why: string }
  ended: NoFacts
  not_open_yet: { opensAt: Instant }
  started: { firstStart: LocalDateTime }
  too_late: { missed: number; most: number }
  waitlist_full: { limit: number }
  priority: { until: Instant; name: string }
  overlaps: { bookingId: string; title: string; localStart: LocalDateTime }
  banned: NoFacts
  waiver_missing: Unsigned
  level_locked: { needs: string; holds: string | null }
  age: { from: number | null; to: number | null; knows: boolean }
  offer_lapsed: NoFacts
  quote_changed: NoFacts
  not_enrolled: NoFacts
  /** The studio enrols people itself. */
  ask_studio: NoFacts
}

export type EnrolRefused<Reason extends EnrolRefusal = EnrolRefusal> = {
  [R in Reason]: { reason: R; facts: RefusalFacts[R] }
}[Reason]

export type EnrolAvailability =
  | { kind: 'open'; price: CoursePrice; placesLeft: number }
  | { kind: 'waitlist'; price: CoursePrice; wouldBe: number }
  | { kind: 'held'; price: CoursePrice; enrolmentId: string; until: Instant; offered: boolean }
  | { kind: 'waiting'; enrolmentId: string; position: number; of: number }
  | { kind: 'enrolled'; enrolmentId: string }
  | { kind: 'completed' }
  | ({ kind: 'refused' } & EnrolRefused)

/** What the sessions come to, for lists that count them in SQL. */
export type SessionSums = {
  toCome: number
  /** Sessions that took place or have begun. */
  missed: number
  /** The first session has begun, whether or not it took place. */
  started: boolean
  /**
   * Places someone new can take: the fewest of any session to come, less those promised to who
   * waits.
   */
  places: number
}

export function sumsOf({
  course,
  sessions,
  now,
}: Pick<CourseFacts, 'course' | 'sessions' | 'now'>): SessionSums {
  const ahead = toCome(sessions, now)
  const free = ahead.map(
    ({ capacity, taken, mine }) => capacity - taken + (mine?.state === 'booked' ? 1 : 0),
  )
  return {
    toCome: ahead.length,
    missed: sessions.filter(({ startsAt, state }) => startsAt <= now && state !== 'cancelled')
      .length,
    started: hasStarted(sessions, now),
    places: ahead.length === 0 ? 0 : Math.max(0, Math.min(...free) - course.waiting),
  }
}

export function priceNow(
  facts: Pick<CourseFacts, 'course' | 'tiers' | 'sessions' | 'now'>,
): CoursePrice {
  return coursePrice(facts.course, facts.tiers, { ...sumsOf(facts), now: facts.now })
}

/** The first session has begun, whether or not it took place. */
export const hasStarted = (sessions: CourseFacts['sessions'], now: Instant) =>
  sessions.some(({ startsAt }) => startsAt <= now)

/** Where the person stands; exactly one. */
export function enrolAvailability(facts: CourseFacts): EnrolAvailability {
  return enrolAvailabilityFrom(facts, sumsOf(facts))
}

/** The same from counts. */
export function enrolAvailabilityFrom(
  facts: Omit<CourseFacts, 'sessions'>,
  sums: SessionSums,
): EnrolAvailability {
  const { course, mine, now } = facts
  if (course.state === 'draft') return { kind: 'refused', reason: 'not_found', facts: {} }
  if (course.state === 'cancelled') {
    return { kind: 'refused', reason: 'cancelled', facts: { why: course.cancelReason } }
  }
  if (mine?.state === 'enrolled') return { kind: 'enrolled', enrolmentId: mine.id }
  if (mine?.state === 'completed') return { kind: 'completed' }
  const closed = closedFor(facts, sums)
  if (closed) return { kind: 'refused', ...closed }
  const price = coursePrice(course, facts.tiers, { ...sums, now })
  const keeps =
    mine && (mine.state === 'held' || mine.state === 'offered') && (mine.keptUntil ?? '') >= now
  if (keeps) {
    const offered = mine.state === 'offered'
    return { kind: 'held', price, enrolmentId: mine.id, until: mine.keptUntil ?? now, offered }
  }
  if (mine?.state === 'waitlisted') {
    return {
      kind: 'waiting',
      enrolmentId: mine.id,
      position: mine.position ?? course.waiting,
      of: course.waiting,
    }
  }
  const left = sums.places
  if (left === 0 && course.waiting >= course.waitlistLimit) {
    return { kind: 'refused', reason: 'waitlist_full', facts: { limit: course.waitlistLimit } }
  }
  const own = facts.signedIn ? ownRefusal(facts) : null
  if (own) return { kind: 'refused', ...own }
  return left > 0
    ? { kind: 'open', price, placesLeft: left }
    : { kind: 'waitlist', price, wouldBe: course.waiting + 1 }
}

/** What closes it to everyone who is not in it. */
function closedFor(
  { course, now }: Pick<CourseFacts, 'course' | 'now'>,
  { toCome: ahead, missed }: SessionSums,
): EnrolRefused | null {
  if (ahead === 0) return { reason: 'ended', facts: {} }
  if (course.opensAt !== null && now < course.opensAt) {
    return { reason: 'not_open_yet', facts: { opensAt: course.opensAt } }
  }
  if (missed > 0 && course.lateJoin === 0)
    return { reason: 'started', facts: { firstStart: course.firstStart } }
  if (missed > course.lateJoin)
    return { reason: 'too_late', facts: { missed, most: course.lateJoin } }
  return null
}

function ownRefusal({
  course,
  holds,
  birthDate,
  inEarlier,
  overlaps,
  unsigned,
  banned,
  now,
}: Omit<CourseFacts, 'sessions'>): EnrolRefused | null {
  if (banned) return { reason: 'banned', facts: {} }
  if (
    course.reEnrolUntil !== null &&
    course.followsId !== null &&
    now <= course.reEnrolUntil &&
    !inEarlier
  ) {
    return {
      reason: 'priority',
      facts: { until: course.reEnrolUntil, name: course.followsName ?? '' },
    }
  }
  if (overlaps) return { reason: 'overlaps', facts: overlaps }
  if (unsigned) return { reason: 'waiver_missing', facts: unsigned }
  if (course.levelRung !== null && (holds?.rung ?? 0) < course.levelRung) {
    return {
      reason: 'level_locked',
      facts: { needs: course.level ?? '', holds: holds?.name ?? null },
    }
  }
  const { minimumAge: from, maximumAge: to } = course
  if (from === null && to === null) return null
  if (birthDate === null) return { reason: 'age', facts: { from, to, knows: false } }
  const age = ageOn(birthDate, course.firstStart.slice(0, 10))
  const fits = (from === null || age >= from) && (to === null || age <= to)
  return fits ? null : { reason: 'age', facts: { from, to, knows: true } }
}
