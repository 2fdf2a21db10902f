/** Which class someone who comes through the door is here for. */

import { addMinutes, type Instant } from '#app/values/instant.ts'
import { compareTexts } from '#app/values/text-order.ts'
import { addDays, endOfDay, localDateTime } from '#app/values/zone.ts'

/**
 * A code or a name checks in to the next booked class that starts so many minutes from now, or
 * started this long ago.
 */
export const lookAhead = { before: 90, after: 30 } as const

/** So many classes to come are at the desk with their rosters. */
export const classesAtDesk = 4

/** What began so many minutes ago is there too: latecomers, and anyone who asks after a class. */
export const begunMinutes = 90

/** From this hour of the evening on tomorrow's first classes follow those of today. */
const nightHour = 21

/** Until when classes to come are at the desk: tonight, and late at night tomorrow's. */
export function lastAtDesk(now: Instant, zone: string): Instant {
  const wall = localDateTime(now, zone)
  const today = wall.slice(0, 10)
  return endOfDay(Number(wall.slice(11, 13)) >= nightHour ? addDays(today, 1) : today, zone)
}

/** First and last start of a class that one press checks in to. */
export const windowOf = (now: Instant): { from: Instant; until: Instant } => ({
  from: addMinutes(now, -lookAhead.after),
  until: addMinutes(now, lookAhead.before),
})

/** Whether somebody who is booked now is here for the class; before that they are booked only. */
export const startsSoon = (startsAt: Instant, now: Instant): boolean =>
  startsAt <= windowOf(now).until

/**
 * Of a person's places in the window: the first they are not in yet, else the one they are in. Null
 * without one.
 */
export function nextPlace<Place extends { state: string; startsAt: Instant }>(
  places: readonly Place[],
): Place | null {
  const inOrder = [...places].sort((a, b) => compareTexts(a.startsAt, b.startsAt))
  return (
    inOrder.find(({ state }) => state === 'booked') ??
    inOrder.find(({ state }) => state === 'checked_in') ??
    null
  )
}
