/** What an occurrence is sold as where it is no single class: a session of a course, or an event with tickets. */
import type { Instant } from '#app/values/instant.ts'
import type { BookableOccurrence, Standing } from './availability/availability.ts'

/** What a session's course allows. `places` are those in the whole course, where they were asked for. */
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

/** An event stands the same to everybody: its places are tickets, and whoever comes need not be known. */
export function standingOfEvent(
  { state, cancelReason, startsAt, endsAt }: BookableOccurrence,
  tickets: TicketsOfEvent,
  now: Instant,
): Standing {
  if (state === 'cancelled')
    return { kind: 'cancelled', reason: cancelReason, wasBooked: false, event: true }
  if (now >= endsAt) return { kind: 'finished', mine: null }
  return { kind: 'tickets', begun: now >= startsAt, ...tickets }
}
