/** A class, a place in it and what the class is to someone, as booking rules see them. */
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import type { CancellationTerms, PaidBy } from '#app/domain/places/cancellation-terms.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A class as booking rules see it. */
export type BookableOccurrence = {
  id: string
  title: string
  /** Left out where nothing is asked of what somebody can do. */
  classTypeId?: string
  disciplineId: string
  locationId: string
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  localStart: LocalDateTime
  /** Places that can be booked. */
  capacity: number
  /** Places beside these that are kept for walk-ins; left out means none. */
  walkIns?: number
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
  /** An open place is offered for so many minutes; left out or null: booked at once. */
  offerMinutes?: number | null
  /** Who gets a place after the limit can decline it free for so many minutes. */
  declineMinutes?: number
  state: 'draft' | 'held' | 'scheduled' | 'cancelled' | 'reconciled'
  cancelReason: string
  /** Lowest rung that may book; null is open to all. */
  minimumLevel: { name: string; rung: number } | null
  policy: { lateLosesCredit: boolean; lateFeeMinor: number }
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
  /** While waiting: an open place would be offered for this long, as the rules of joining had it. */
  offerMinutes?: number | null
  /** Waiting, with an open place offered until then; left out or null means none. */
  offeredUntil?: Instant | null
  /** The wish it waits for together with other classes. */
  wishId?: string | null
  spot?: string
  /** The rules it was made under, where they are known to be its own; else the class's hold. */
  cutoffAt?: Instant | null
  creditCutoffAt?: Instant | null
  feeCutoffAt?: Instant | null
  losesCredit?: number | null
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

/** The rung held in each discipline, by discipline id; `lapsesOn` is the first day it opens nothing. */
export type HeldLevels = Readonly<
  Record<string, { name: string; rung: number; lapsesOn?: string | null }>
>

type PlacesAtDesk = Pick<BookableOccurrence, 'booked' | 'waiting' | 'skipped' | 'capacity'> & {
  walkIns: number
}

/**
 * Places that the desk can give: those kept for walk-ins too, and of the others what people who
 * wait and can pay leave. Pass a class as it is booked online: `capacity` without `walkIns`.
 */
export function freeAtDesk({ booked, waiting, skipped, capacity, walkIns }: PlacesAtDesk): number {
  const promised = Math.min(waiting - (skipped ?? 0), Math.max(0, capacity - booked))
  return Math.max(0, capacity + walkIns - booked - promised)
}

/** The desk has no place to give: those kept for walk-ins are gone too, or promised to the list. */
export const isFullAtDesk = (one: PlacesAtDesk): boolean => freeAtDesk(one) === 0

/** The rung that counts for a class: none where the level has lapsed by the day of the class. */
export const openRung = (holds: HeldLevels[string] | undefined, localStart: LocalDateTime) =>
  holds?.lapsesOn && holds.lapsesOn <= localStart.slice(0, 10) ? 0 : (holds?.rung ?? 0)

export type Availability =
  | { kind: 'sign_in'; placesLeft: number; wouldBe: number | null }
  | { kind: 'bookable'; pays: Entitlement; alternatives: Entitlement[]; placesLeft: number }
  | {
      kind: 'waitlist'
      wouldBe: number
      pays: Entitlement
      alternatives: Entitlement[]
      promotesUntil: Instant
      /** An open place is offered for so many minutes; left out: booked at once. */
      offerMinutes?: number
      /** A place that comes after the limit can be declined free for so many minutes. */
      declineMinutes?: number
    }
  | {
      kind: 'booked'
      bookingId: string
      paidBy: PaidBy
      /** Of a place paid by a course: whether giving it up in time gives a make-up. */
      makeUp: boolean
      /** Until when it can be given up for nothing, and what it costs after that. */
      terms: CancellationTerms
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
      /** An open place is offered for so many minutes; left out: booked at once. */
      offerMinutes?: number
      /** What would pay if a place opened now; null with `why` when nothing would. */
      pays: Entitlement | null
      why: Refused | null
      /** The wish this class is one of; left out where it is waited for on its own. */
      wishId?: string
    }
  | {
      /** An open place is kept for the person, who takes or declines it. */
      kind: 'offered'
      bookingId: string
      until: Instant
      /** False once it is over and not given on yet. */
      stands: boolean
      /** What would pay; null with `why` when nothing can by now. */
      pays: Entitlement | null
      alternatives: Entitlement[]
      why: Refused | null
    }
  | { kind: 'running'; bookingId: string; checkedIn: boolean }
  | { kind: 'checked_in'; bookingId: string }
  | { kind: 'finished'; mine: 'attended' | 'no_show' | null }
  | { kind: 'cancelled'; reason: string; wasBooked: boolean; event?: true }
  /** An event before its end: anyone who wants to come needs a ticket. */
  | ({ kind: 'tickets'; begun: boolean } & TicketsOfEvent)
  | ({ kind: 'refused' } & Refused)

/**
 * What a session's course allows. `places` are those in the whole course, where they were asked
 * for.
 */
export type CourseOfSession = {
  id: string
  kind: 'course' | 'workshop'
  dropIns: boolean
  takesMakeUps: boolean
  givesMakeUps: boolean
  places?: number | null
}

/** Tickets that nobody has, and the price of the cheapest that is sold now; null where none is. */
export type TicketsOfEvent = { left: number; fromMinor: number | null }
