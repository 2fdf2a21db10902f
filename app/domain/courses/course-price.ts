/** What a course costs a person at a moment, with the working that is shown and kept. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { lastParts } from '#app/values/money.ts'
import { count, deadline, money } from '#app/values/wording.ts'
import type { Tier } from './course-view.ts'

export type CoursePrice = {
  /** To pay now, in minor units. */
  minor: number
  /** The price of the whole at this moment. */
  wholeMinor: number
  /** The tier that holds, or null. */
  tier: Tier | null
  /** Sessions it is for, of how many. */
  sessions: number
  of: number
}

/** The cheaper price that holds at `now`: the first tier whose instant has not passed. */
export function tierAt(tiers: readonly Tier[], now: Instant): Tier | null {
  return (
    [...tiers].sort((a, b) => (a.until < b.until ? -1 : 1)).find(({ until }) => now <= until) ??
    null
  )
}

/**
 * The price for who joins now: the whole before the start, else the sessions still to come of those
 * it was sold with (R8). £90.00 for six and four to come is £60.00.
 */
export function coursePrice(
  { priceMinor, sessions }: { priceMinor: number; sessions: number },
  tiers: readonly Tier[],
  { toCome, started, now }: { toCome: number; started: boolean; now: Instant },
): CoursePrice {
  const tier = tierAt(tiers, now)
  const wholeMinor = tier?.priceMinor ?? priceMinor
  const left = started ? Math.min(toCome, sessions) : sessions
  return {
    minor: lastParts(wholeMinor, sessions, left),
    wholeMinor,
    tier,
    sessions: left,
    of: sessions,
  }
}

/** `4 of 6 sessions of £90.00`, `6 sessions`, `Early bird until Tue 1 Dec 23:59`. */
export function priceWorking(
  { wholeMinor, tier, sessions, of }: CoursePrice,
  { currency, locale, timeZone }: PlainFormats,
): string {
  const named = tier ? `${tier.name} until ${deadline(tier.until, timeZone, locale)}, ` : ''
  return sessions === of
    ? `${named}${count(of, 'session')}`
    : `${named}${sessions} of ${count(of, 'session')} of ${money(wholeMinor, currency, locale)}`
}
