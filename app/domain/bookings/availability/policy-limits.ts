/**
 * What a policy lets one person do beyond the class itself: so many a day, a week, after so many
 * strikes, at what age.
 */

import type { Refused } from '#app/domain/places/refusals.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

/**
 * The limits of one class's policy, counted for one person. Limits of 0 do not hold, nor do they
 * for anyone who is exempt.
 */
export type LimitFacts = {
  occurrenceId: string
  personId: string
  dailyLimit: number
  /** Places held in other classes of that kind on the class's date, and in its week. */
  dailyUsed: number
  weeklyLimit: number
  weeklyUsed: number
  /** The first day of the week after the class's. */
  nextWeek: LocalDate
  /** Booking is stopped by strikes until this instant; null: it is not. */
  blockedUntil: Instant | null
  minimumAge: number
  /** 1 for a person known to be younger than that on the class date. */
  tooYoung: number
}

/** What of it refuses the person; nothing where the policy has no limits. */
export function limitRefusals(limits: LimitFacts | undefined): Refused[] {
  if (!limits) return []
  const { dailyLimit, dailyUsed, weeklyLimit, weeklyUsed, nextWeek } = limits
  const { blockedUntil, minimumAge, tooYoung } = limits
  const held: Refused[] = []
  if (weeklyLimit > 0 && weeklyUsed >= weeklyLimit) {
    held.push({
      reason: 'weekly_limit',
      facts: { name: '', limit: weeklyLimit, per: 'week', again: nextWeek },
    })
  }
  if (dailyLimit > 0 && dailyUsed >= dailyLimit)
    held.push({ reason: 'daily_limit', facts: { limit: dailyLimit } })
  if (blockedUntil !== null) held.push({ reason: 'strikes', facts: { blockedUntil } })
  if (tooYoung === 1) held.push({ reason: 'age', facts: { minimumAge } })
  return held
}
