/**
 * What an occurrence is sold as where it is no single class: a session of a course, or an event
 * with tickets.
 */
import type { Instant } from '#app/values/instant.ts'
import type { Availability, BookableOccurrence, TicketsOfEvent } from './bookable-occurrence.ts'

/**
 * An event stands the same to everyone: its places are tickets, and anyone who comes need not be
 * known.
 */
export function availabilityOfEvent(
  { state, cancelReason, startsAt, endsAt }: BookableOccurrence,
  tickets: TicketsOfEvent,
  now: Instant,
): Availability {
  if (state === 'cancelled')
    return { kind: 'cancelled', reason: cancelReason, wasBooked: false, event: true }
  if (now >= endsAt) return { kind: 'finished', mine: null }
  return { kind: 'tickets', begun: now >= startsAt, ...tickets }
}
