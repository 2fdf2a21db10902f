/**
 * How one person stands to one class at one moment: every state the timetable, the class page and a
 * booking know.
 */
import type { Unsigned } from '#app/domain/documents/unsigned.ts'
import { chooseEntitlement, type Held } from '#app/domain/entitlements/choose-entitlement.ts'
import { type Refused, refusalToTell } from '#app/domain/places/refusals.ts'
import type { HeldSkills } from '#app/domain/skills/held-skills.ts'
import type { Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import type {
  Availability,
  BookableOccurrence,
  HeldLevels,
  MyBooking,
  OtherBooking,
} from './bookable-occurrence.ts'
import { openRung } from './bookable-occurrence.ts'
import { termsOfBooking } from './booking-rules.ts'
import { availabilityOfEvent } from './event-availability.ts'
import { paidByOf } from './paid-by.ts'
import { type LimitFacts, limitRefusals } from './policy-limits.ts'

export type AvailabilityInput = {
  occurrence: BookableOccurrence
  mine: MyBooking | null
  held: Held
  levels: HeldLevels
  /** Skills they are missing, by class type; left out where no class asks for any. */
  skills?: HeldSkills | undefined
  others: readonly OtherBooking[]
  /** What the policy of the class says of this person; left out where it has no limits. */
  limits?: LimitFacts | undefined
  /** What they have to sign before they book; left out where nothing is asked. */
  unsigned?: Unsigned | null | undefined
  /** The studio keeps them out. */
  banned?: boolean | undefined
  now: Instant
  signedIn: boolean
}

/** States that take part of someone's time: two of them at once overlap. */
const takesTime: ReadonlySet<string> = new Set(['booked', 'checked_in'])

/** Where the person stands; exactly one state, with what its sentence needs. */
export function availabilityOf(input: AvailabilityInput): Availability {
  const { occurrence, mine, now } = input
  if (occurrence.state === 'draft') return { kind: 'refused', reason: 'not_found', facts: {} }
  if (occurrence.tickets) return availabilityOfEvent(occurrence, occurrence.tickets, now)
  if (occurrence.state === 'cancelled') {
    return {
      kind: 'cancelled',
      reason: occurrence.cancelReason,
      wasBooked: mine?.state === 'studio_cancelled',
    }
  }
  const own = mine && availabilityOfMine(mine, input)
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
  const firstRefusal = refusalToTell([
    ...classRefusals(occurrence, places, now),
    ...(choice ? ownRefusals(input, choice) : []),
  ])
  if (firstRefusal) return { kind: 'refused', ...firstRefusal }
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
    ...(occurrence.offerMinutes ? { offerMinutes: occurrence.offerMinutes } : {}),
    ...(occurrence.declineMinutes ? { declineMinutes: occurrence.declineMinutes } : {}),
  }
}

/**
 * Places someone new can take now, and else their place on the waitlist. While the list still
 * promotes, a free place belongs to those who wait and can pay (R4: first in, first out).
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

/** What refuses everyone. */
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
    if (waitlistLimit === 0) held.push({ reason: 'class_full', facts: { capacity } })
    else if (now > waitlistClosesAt)
      held.push({ reason: 'class_full', facts: { capacity, waitlistClosedAt: waitlistClosesAt } })
    else if (wouldBe > waitlistLimit)
      held.push({ reason: 'waitlist_full', facts: { limit: waitlistLimit } })
  }
  return held
}

/** What refuses this person. */
function ownRefusals(
  { occurrence, levels, skills, others, limits, unsigned, banned }: AvailabilityInput,
  choice: ReturnType<typeof chooseEntitlement>,
): Refused[] {
  const held: Refused[] = []
  if (banned) held.push({ reason: 'banned', facts: {} })
  const other = others.find(
    (o) => o.occurrenceId !== occurrence.id && takesTime.has(o.state) && overlap(o, occurrence),
  )
  if (other) {
    const { bookingId, title, localStart } = other
    held.push({ reason: 'overlaps', facts: { bookingId, title, localStart } })
  }
  if (choice.why) held.push(choice.why)
  held.push(...limitRefusals(limits))
  if (unsigned) held.push({ reason: 'waiver_missing', facts: unsigned })
  const needs = occurrence.minimumLevel
  const holds = levels[occurrence.disciplineId]
  if (needs && openRung(holds, occurrence.localStart) < needs.rung) {
    const lapsed = (holds?.rung ?? 0) >= needs.rung
    held.push({
      reason: 'level_locked',
      facts: { needs: needs.name, holds: holds?.name ?? null, ...(lapsed ? { lapsed } : {}) },
    })
  }
  const missing = skills?.get(occurrence.classTypeId ?? '')
  if (missing) held.push({ reason: 'skill_locked', facts: missing })
  return held
}

function availabilityOfMine(mine: MyBooking, input: AvailabilityInput): Availability | null {
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
      const paidBy = paidByOf(mine)
      return {
        kind: 'booked',
        bookingId: mine.id,
        paidBy,
        makeUp: paidBy === 'course' && (occurrence.course?.givesMakeUps ?? false),
        terms: termsOfBooking(mine, occurrence, now),
      }
    }
    case 'waitlisted': {
      if (now >= startsAt) return null
      const choice = choiceFor(input)
      const [limit] = limitRefusals(input.limits)
      const { pays, why } = limit ? { pays: null, why: limit } : choice
      if (mine.offeredUntil) {
        const [alternatives, until] = [choice.alternatives, mine.offeredUntil]
        const offer = { until, stands: now <= until, pays, alternatives, why }
        return { kind: 'offered', bookingId: mine.id, ...offer }
      }
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
        ...(mine.offerMinutes ? { offerMinutes: mine.offerMinutes } : {}),
      }
    }
    default:
      return null
  }
}

function choiceFor({ held, occurrence, now }: AvailabilityInput) {
  return chooseEntitlement(held, {
    localStart: occurrence.localStart,
    locationId: occurrence.locationId,
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
