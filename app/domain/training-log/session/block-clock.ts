/**
 * The clock of a block that runs by time, out of the instant it began: it never counts, so that a
 * reload, a lock or a sleeping phone makes it wrong by nothing. Pure.
 */
import type { SessionBlock } from './session-plan.ts'

export type ClockView = {
  /** Of what is shown large: seconds left, or seconds gone where there is no end. */
  seconds: number
  counts: 'down' | 'up'
  phase: 'work' | 'rest' | 'over'
  /** From 1; of how many, where that is known. */
  round: number
  rounds: number | null
}

const over = (rounds: number | null): ClockView => ({
  seconds: 0,
  counts: 'down',
  phase: 'over',
  round: rounds ?? 1,
  rounds,
})

/** What the clock of a block shows so many seconds after it began. */
export function clockView(block: SessionBlock, gone: number): ClockView {
  // A device's clock may have been set back.
  const elapsed = Math.max(0, Math.floor(gone))
  const { kind, seconds, work, pause } = block
  if (kind === 'intervals') {
    const each = (work ?? 0) + (pause ?? 0)
    if (each <= 0 || elapsed >= each * block.rounds - (pause ?? 0)) return over(block.rounds)
    const round = Math.floor(elapsed / each) + 1
    const inside = elapsed - (round - 1) * each
    const working = inside < (work ?? 0)
    return {
      seconds: working ? (work ?? 0) - inside : each - inside,
      counts: 'down',
      phase: working ? 'work' : 'rest',
      round,
      rounds: block.rounds,
    }
  }
  if (kind === 'emom') {
    const every = work ?? 60
    const rounds = Math.max(1, Math.round((seconds ?? every) / every))
    if (elapsed >= rounds * every) return over(rounds)
    const round = Math.floor(elapsed / every) + 1
    return {
      seconds: round * every - elapsed,
      counts: 'down',
      phase: 'work',
      round,
      rounds,
    }
  }
  if (kind === 'amrap' && seconds !== null) {
    if (elapsed >= seconds) return over(null)
    return { seconds: seconds - elapsed, counts: 'down', phase: 'work', round: 1, rounds: null }
  }
  if (seconds !== null && elapsed >= seconds) return over(null)
  const rounds = block.rounds > 1 ? block.rounds : null
  return { seconds: elapsed, counts: 'up', phase: 'work', round: 1, rounds }
}

/** Seconds left of a rest that ends at an instant; never below nothing, never above its length. */
export const restLeft = (untilMs: number, seconds: number, nowMs: number): number =>
  Math.max(0, Math.min(seconds, Math.ceil((untilMs - nowMs) / 1_000)))

/**
 * The local time a rest ends at, to the second: `18:01:30`, `6:01:30 pm`. Server and browser say the
 * same, whatever space theirs puts before the half of the day.
 */
export function restEndWords(
  untilMs: number,
  { timeZone, locale }: { timeZone: string; locale: string },
): string {
  const clock = locale.endsWith('-US') ? 'en-US' : 'en-GB'
  const time = new Intl.DateTimeFormat(clock, { timeStyle: 'medium', timeZone }).format(untilMs)
  return time.replace(/\s/g, ' ').toLowerCase()
}
