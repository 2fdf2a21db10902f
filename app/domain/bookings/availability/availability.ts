/** How one person stands to one class at one moment: every state the timetable, the class page and a booking know. */

import { lateEffect } from '#app/domain/bookings/cancellation-kind.ts'
import { rulesOf } from '#app/domain/bookings/kept-rules.ts'
import {
  type CourseOfSession,
  standingOfEvent,
  type TicketsOfEvent,
} from '#app/domain/bookings/sold-as.ts'
import {
  chooseEntitlement,
  type Entitlement,
  type Held,
} from '#app/domain/entitlements/choose-entitlement.ts'
import { type Refused, refusalToTell } from '#app/domain/places/refusals.ts'
import type { Instant } from '#app/values/instant.ts'
import { type LocalDateTime, localDate } from '#app/values/zone.ts'
import { type PaidBy, paidByOf } from './paid-by.ts'
import { type LimitFacts, limitRefusals } from './policy-limits.ts'

/** A class as booking rules see it. */
export type BookableOccurrence = {
  id: string
  title: string
  disciplineId: string
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  localStart: LocalDateTime
  capacity: number
  /** People who hold a place. */
  booked: number
  /** People on the waitlist. */
  waiting: number
  /** Of those, how many promotion passed by because they cannot pay now; left out means none. */
  skipped?: number
  cutoffAt: Instant
  /** The limits of credit and fee where they differ. */
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
  opensAt: Instant
  closesAt: Instant
  waitlistClosesAt: Instant
  waitlistLimit: number
  state: 'draft' | 'held' | 'scheduled' | 'cancelled' | 'reconciled'
  cancelReason: string
  /** Lowest rung that may book; null is open to all. */
  minimumLevel: { name: string; rung: number } | null
  policy: { lateKeepsCredit: boolean; lateFeeMinor: number }
  /** The course or workshop this is a session of; left out or null for everything else. */
  course?: CourseOfSession | null
  /** Of an event: its places are tickets and no bookings. Left out or null for everything else. */
  tickets?: TicketsOfEvent | null
}

/** My row for this class, in whatever state; a row that ended counts as none. */
export type MyBooking = {
  id: string
  state: string
  lotId: string | null
  membershipId: string | null
  /** A place that a course or a make-up pays; left out means neither. */
  enrolmentId?: string | null
  makeUpId?: string | null
  /** Place on the waitlist from 1; null when not waiting. */
  position: number | null
  declineUntil: Instant | null
  /** The wish it waits for together with other classes. */
  wishId?: string | null
  spot?: string
  /** The rules it was made under, where they are known to be its own; else the class's hold. */
  cutoffAt?: Instant | null
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
  keepsCredit?: number | null
  feeMinor?: number | null
}

/** Another class I hold a place in. Pass all upcoming ones: those at other times are ignored. */
export type OtherBooking = {
  bookingId: string
  occurrenceId: string
  state: string
  title: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
}

/** The rung held in each discipline, by discipline id. */
export type HeldLevels = Readonly<Record<string, { name: string; rung: number }>>

export type Standing =
  | { kind: 'sign_in'; placesLeft: number; wouldBe: number | null }
  | { kind: 'bookable'; pays: Entitlement; alternatives: Entitlement[]; placesLeft: number }
  | {
      kind: 'waitlist'
      wouldBe: number
      pays: Entitlement
      alternatives: Entitlement[]
      promotesUntil: Instant
    }
  | {
      kind: 'booked'
      bookingId: string
      cutoffAt: Instant
      declineUntil: Instant | null
      paidBy: PaidBy
      /** Of a place paid by a course: whether giving it up in time gives a make-up. */
      makeUp: boolean
      /** Past every free deadline: a cancel would be late. */
      late: boolean
      /** What a late cancel costs. */
      lateCosts: { losesCredit: boolean; feeMinor: number }
    }
  | {
      kind: 'waiting'
      bookingId: string
      position: number
      of: number
      promotesUntil: Instant
      /** False after the list stopped promoting: free places go first come, first served. */
      promotes: boolean
      /** Places to take oneself; 0 while the list promotes, since it gives them. */
      placesLeft: number
      /** What would pay if a place opened now; null with `why` when nothing would. */
      pays: Entitlement | null
      why: Refused | null
      /** The wish this class is one of; left out where it is waited for by itself. */
      wishId?: string
    }
  | { kind: 'running'; bookingId: string; checkedIn: boolean }
  | { kind: 'checked_in'; bookingId: string }
  | { kind: 'finished'; mine: 'attended' | 'no_show' | null }
  | { kind: 'cancelled'; reason: string; wasBooked: boolean; event?: true }
  /** An event before its end: whoever wants to come needs a ticket. */
  | ({ kind: 'tickets'; begun: boolean } & TicketsOfEvent)
  | ({ kind: 'refused' } & Refused)

export type StandingInput = {
  occurrence: BookableOccurrence
  mine: MyBooking | null
  held: Held
  levels: HeldLevels
  others: readonly OtherBooking[]
  /** What the policy of the class says of this person; left out where it has no limits. */
  limits?: LimitFacts | undefined
  now: Instant
  signedIn: boolean
}

/** States that take part of somebody's time: two of them at once overlap. */
const takesTime: ReadonlySet<string> = new Set(['booked', 'checked_in'])

/** Where the person stands; exactly one state, with what its sentence needs. */
export function standingOf(input: StandingInput): Standing {
  const { occurrence, mine, now } = input
  if (occurrence.state === 'draft') return { kind: 'refused', reason: 'not_found', facts: {} }
  if (occurrence.tickets) return standingOfEvent(occurrence, occurrence.tickets, now)
  if (occurrence.state === 'cancelled') {
    return {
      kind: 'cancelled',
      reason: occurrence.cancelReason,
      wasBooked: mine?.state === 'studio_cancelled',
    }
  }
  const own = mine && standingOfMine(mine, input)
  if (own) return own
  if (now >= occurrence.endsAt) return { kind: 'finished', mine: null }

  const places = placesOf(occurrence, now)
  const choice = input.signedIn ? choiceFor(input) : null
  const { course } = occurrence
  if (course && !course.dropIns && !choice?.pays && now < occurrence.startsAt) {
    // Its places are sold with the course: what holds of a single place is beside the point.
    const facts = {
      course: { id: course.id, name: occurrence.title, places: course.places ?? null },
    }
    return { kind: 'refused', reason: 'no_entitlement', facts }
  }
  const told = refusalToTell([
    ...classRefusals(occurrence, places, now),
    ...(choice ? ownRefusals(input, choice) : []),
  ])
  if (told) return { kind: 'refused', ...told }
  if (!choice?.pays) return { kind: 'sign_in', ...places }
  const { pays, alternatives } = choice
  if (places.wouldBe === null)
    return { kind: 'bookable', pays, alternatives, placesLeft: places.placesLeft }
  return {
    kind: 'waitlist',
    wouldBe: places.wouldBe,
    pays,
    alternatives,
    promotesUntil: occurrence.waitlistClosesAt,
  }
}

/**
 * Places somebody new can take now, and else their place on the waitlist. While the list still promotes, a free place
 * belongs to those who wait and can pay (R4: first in, first out).
 */
function placesOf(
  occurrence: BookableOccurrence,
  now: Instant,
): { placesLeft: number; wouldBe: number | null } {
  const promised =
    now <= occurrence.waitlistClosesAt ? occurrence.waiting - (occurrence.skipped ?? 0) : 0
  const placesLeft = Math.max(0, occurrence.capacity - occurrence.booked - promised)
  return { placesLeft, wouldBe: placesLeft > 0 ? null : occurrence.waiting + 1 }
}

/** What refuses everybody. */
function classRefusals(
  occurrence: BookableOccurrence,
  { wouldBe }: { wouldBe: number | null },
  now: Instant,
): Refused[] {
  const { startsAt, opensAt, closesAt, capacity, waitlistLimit, waitlistClosesAt } = occurrence
  const held: Refused[] = []
  if (now >= startsAt) held.push({ reason: 'started', facts: { startsAt } })
  if (now < opensAt) held.push({ reason: 'not_open_yet', facts: { opensAt } })
  if (now > closesAt) held.push({ reason: 'closed', facts: { closesAt } })
  if (wouldBe !== null) {
    if (waitlistLimit === 0 || now > waitlistClosesAt)
      held.push({ reason: 'class_full', facts: { capacity } })
    else if (wouldBe > waitlistLimit)
      held.push({ reason: 'waitlist_full', facts: { limit: waitlistLimit } })
  }
  return held
}

/** What refuses this person. */
function ownRefusals(
  { occurrence, levels, others, limits }: StandingInput,
  choice: ReturnType<typeof chooseEntitlement>,
): Refused[] {
  const held: Refused[] = []
  const other = others.find(
    (o) => o.occurrenceId !== occurrence.id && takesTime.has(o.state) && overlap(o, occurrence),
  )
  if (other) {
    const { bookingId, title, localStart } = other
    held.push({ reason: 'overlaps', facts: { bookingId, title, localStart } })
  }
  if (choice.why) held.push(choice.why)
  held.push(...limitRefusals(limits, occurrence.localStart))
  const needs = occurrence.minimumLevel
  const holds = levels[occurrence.disciplineId]
  if (needs && (holds?.rung ?? 0) < needs.rung) {
    held.push({ reason: 'level_locked', facts: { needs: needs.name, holds: holds?.name ?? null } })
  }
  return held
}

function standingOfMine(mine: MyBooking, input: StandingInput): Standing | null {
  const { occurrence, now } = input
  const { startsAt, endsAt, waitlistClosesAt, waiting } = occurrence
  const over = now >= endsAt
  switch (mine.state) {
    case 'attended':
    case 'no_show':
      return { kind: 'finished', mine: mine.state }
    case 'checked_in':
      if (over) return { kind: 'finished', mine: 'attended' }
      return now >= startsAt
        ? { kind: 'running', bookingId: mine.id, checkedIn: true }
        : { kind: 'checked_in', bookingId: mine.id }
    case 'booked': {
      if (over) return { kind: 'finished', mine: null }
      if (now >= startsAt) return { kind: 'running', bookingId: mine.id, checkedIn: false }
      const { cutoffAt, policy, passed } = rulesOf(mine, occurrence, now)
      const freeUntil =
        mine.declineUntil !== null && mine.declineUntil > cutoffAt ? mine.declineUntil : cutoffAt
      const paidBy = paidByOf(mine)
      return {
        kind: 'booked',
        bookingId: mine.id,
        cutoffAt,
        declineUntil: mine.declineUntil,
        paidBy,
        makeUp: paidBy === 'course' && (occurrence.course?.givesMakeUps ?? false),
        late: now > freeUntil,
        lateCosts: lateEffect(policy, paidBy, now > freeUntil ? passed : undefined),
      }
    }
    case 'waitlisted': {
      if (now >= startsAt) return null
      const choice = choiceFor(input)
      const [limit] = limitRefusals(input.limits, occurrence.localStart)
      const { pays, why } = limit ? { pays: null, why: limit } : choice
      return {
        kind: 'waiting',
        bookingId: mine.id,
        position: mine.position ?? waiting,
        of: waiting,
        promotesUntil: waitlistClosesAt,
        promotes: now <= waitlistClosesAt,
        placesLeft:
          now > waitlistClosesAt && now <= occurrence.closesAt
            ? placesOf(occurrence, now).placesLeft
            : 0,
        pays,
        why,
        ...(mine.wishId ? { wishId: mine.wishId } : {}),
      }
    }
    default:
      return null
  }
}

function choiceFor({ held, occurrence, now }: StandingInput) {
  return chooseEntitlement(held, {
    classDate: occurrence.localStart.slice(0, 10),
    disciplineId: occurrence.disciplineId,
    today: localDate(now, occurrence.timeZone),
    session: occurrence.course ?? null,
  })
}

/** Whether two classes share time; one that ends as the other starts does not. */
export function overlap(
  a: { startsAt: Instant; endsAt: Instant },
  b: { startsAt: Instant; endsAt: Instant },
): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}
