import { type Instant, instantToMs } from '#app/values/instant.ts'

// In percent of the line's length.
const least = 34
const furthest = 74

/**
 * The share of the time from now to the start in which cancelling is free, in whole percent. Kept
 * between 34 and 74, so that the clock times under the line never run into each other: the line
 * shows the order, the words tell the times.
 */
export function freeShare(now: Instant, freeUntil: Instant, startsAt: Instant): number {
  if (now > freeUntil || now >= startsAt) return 0
  const whole = instantToMs(startsAt) - instantToMs(now)
  const free = instantToMs(freeUntil) - instantToMs(now)
  return Math.min(furthest, Math.max(least, Math.round((free / whole) * 100)))
}
