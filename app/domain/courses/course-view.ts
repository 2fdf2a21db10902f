/**
 * A course or workshop as its rules see it. Money in minor units; local starts as
 * `2027-01-05T18:30`.
 */
import type { Unsigned } from '#app/domain/documents/unsigned.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'

export type CourseKind = 'course' | 'workshop'

export type CourseView = {
  id: string
  kind: CourseKind
  name: string
  description: string
  bring: string
  disciplineId: string
  discipline: string
  levelId: string | null
  level: string | null
  levelRung: number | null
  roomId: string
  roomName: string
  coachId: string
  coachName: string
  policyId: string
  state: 'draft' | 'open' | 'cancelled'
  capacity: number
  /** Sessions it was sold with. */
  sessions: number
  firstStart: LocalDateTime
  lastStart: LocalDateTime
  rrule: string
  priceMinor: number
  dropInMinor: number | null
  lateJoin: number
  dropIns: boolean
  makeUpHours: number | null
  makeUpDays: number
  takesMakeUps: boolean
  withdrawal: string
  withdrawalRunning: number
  waitlistLimit: number
  offerHours: number
  opensAt: Instant | null
  followsId: string | null
  followsName: string | null
  reEnrolUntil: Instant | null
  minimumAge: number | null
  maximumAge: number | null
  minimumPeople: number | null
  decideAt: Instant | null
  confirmedAt: Instant | null
  guestName: string
  guestPercent: number
  guestFixedMinor: number
  guestMinimumMinor: number
  /** A workshop that is settled with its guest teacher: when, for how much and how. */
  settledAt?: Instant | null
  settledMinor?: number | null
  settledTo?: 'pay' | 'apart' | null
  version: number
  cancelReason: string
  /** People enrolled, waiting, and with a place kept for them. */
  enrolled: number
  waiting: number
  kept: number
}

/** A cheaper price until an instant. */
export type Tier = { name: string; priceMinor: number; until: Instant }

export type SessionView = {
  id: string
  /** `rescheduled` where the studio moved it from where it was planned. */
  moved: boolean
  localStart: LocalDateTime
  startsAt: Instant
  endsAt: Instant
  state: 'draft' | 'held' | 'scheduled' | 'cancelled' | 'reconciled'
  topic: string
  capacity: number
  /** Places taken or kept. */
  taken: number
  roomName: string
  coachName: string
  cutoffAt: Instant
  cancelReason: string
  /** My row there: its state and id; null without one. */
  mine: { id: string; state: string } | null
}

/** My enrolment, in whatever state; the latest. */
export type MyEnrolment = {
  id: string
  state: string
  keptUntil: Instant | null
  priceMinor: number
  sessions: number
  working: string
  freeSince: Instant | null
  enrolledAt: Instant | null
  /** Place on the waitlist from 1. */
  position: number | null
  /** Sessions to come in which the place is still held. */
  seatsToCome: number
  /** Make-ups that are not used. */
  makeUps: number
  /**
   * What of its price has not been paid, what discounts by hand took off it, and those with what was
   * refunded by hand, in minor units.
   */
  unpaidMinor: number
  offMinor: number
  backMinor: number
}

/** What decides how a person stands to a course. */
export type CourseFacts = {
  course: CourseView
  tiers: readonly Tier[]
  sessions: readonly SessionView[]
  mine: MyEnrolment | null
  signedIn: boolean
  /** The rung held in its discipline. */
  holds: { name: string; rung: number } | null
  birthDate: LocalDate | null
  /** What they have to sign first; left out where it is not asked. */
  unsigned?: Unsigned | null
  /** The studio keeps them out. */
  banned?: boolean
  /** Whether the person is or was in the course it follows. */
  inEarlier: boolean
  /** A place in something else at the time of a session to come. */
  overlaps: { bookingId: string; title: string; localStart: LocalDateTime } | null
  now: Instant
  today: LocalDate
}

export const toCome = (sessions: readonly SessionView[], now: Instant) =>
  sessions.filter(({ state, startsAt }) => state === 'scheduled' && startsAt > now)

/** What a course is at this moment: `draft`, `open`, `full`, `running`, `ended` and `cancelled`. */
export function courseStage(
  {
    state,
    capacity,
    enrolled,
    kept,
    waiting,
    firstStart,
    lastStart,
  }: Pick<
    CourseView,
    'state' | 'capacity' | 'enrolled' | 'kept' | 'waiting' | 'firstStart' | 'lastStart'
  >,
  wallNow: LocalDateTime,
): 'draft' | 'open' | 'full' | 'running' | 'ended' | 'cancelled' {
  if (state !== 'open') return state
  if (wallNow > lastStart) return 'ended'
  if (wallNow >= firstStart) return 'running'
  return enrolled + kept + waiting >= capacity ? 'full' : 'open'
}

/** The stage as a studio says it: a workshop is on sale, confirmed, and has run. */
export function stageWords(
  stage: ReturnType<typeof courseStage>,
  { kind, confirmedAt, settledAt }: Pick<CourseView, 'kind' | 'confirmedAt' | 'settledAt'>,
): { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null } {
  switch (stage) {
    case 'draft':
      return { text: kind === 'workshop' ? 'Proposed' : 'Draft', tone: 'line' }
    case 'cancelled':
      return { text: 'Cancelled', tone: 'bad' }
    case 'ended':
      if (settledAt) return { text: 'Settled', tone: null }
      return { text: kind === 'workshop' ? 'Finished' : 'Ended', tone: null }
    case 'running':
      return { text: 'Running', tone: 'good' }
    case 'full':
      return { text: 'Full', tone: 'warn' }
    case 'open':
      if (kind === 'course') return { text: 'Open', tone: 'good' }
      return confirmedAt ? { text: 'Confirmed', tone: 'good' } : { text: 'On sale', tone: 'good' }
  }
}
