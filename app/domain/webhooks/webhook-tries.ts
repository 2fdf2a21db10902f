/** When a post that failed is tried again. Pure. */
import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'

/** Minutes until the next try, after the first, second … that failed: nearly four days in all. */
export const retryMinutes = [1, 5, 30, 120, 360, 720, 1_440, 1_440, 1_440] as const

/** Tries of one round; then it is failed until somebody sends it again. */
export const triesOfRound = retryMinutes.length + 1

/** A target asks for at most a day of peace. */
const longestHoldMs = 24 * 60 * 60_000

/** How long a header `Retry-After` asks to wait, in milliseconds: seconds or a date of HTTP. */
export function holdMs(retryAfter: string | null, nowMs: number): number {
  if (!retryAfter) return 0
  const asked = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), longestHoldMs) : 0
}

/** The instant of the next try after `step` tries of this round failed; null where none is left. */
export function nextTry(now: Instant, step: number, heldMs: number): Instant | null {
  const minutes = retryMinutes[step - 1]
  if (minutes === undefined) return null
  return instantFromMs(instantToMs(now) + Math.max(minutes * 60_000, heldMs))
}
