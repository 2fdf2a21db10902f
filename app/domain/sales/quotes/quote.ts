/**
 * A quote: what an act on money does, as a list by date. The page before the press shows it, and
 * the act carries out the same list, so the two cannot disagree. Pure.
 */
import type { LocalDate } from '#app/values/zone.ts'

export type Effect =
  /** Something to pay; `working` says how it came about. */
  | { on: LocalDate; kind: 'charge'; amountMinor: number; working: string }
  /** Something given back: off what is charged the same day, else to the account. */
  | { on: LocalDate; kind: 'credit'; amountMinor: number; working: string }
  | { on: LocalDate; kind: 'starts' | 'freeze_starts' | 'freeze_ends' | 'last_day' | 'changes' }
  /** From now on each period costs this. */
  | { on: LocalDate; kind: 'renews'; amountMinor: number }

export type Quote = {
  effects: Effect[]
  /** To be paid with the act: charges of its day less credits of its day, never below nothing. */
  dueNowMinor: number
  /** What is left of credits of its day; becomes account credit. */
  creditNowMinor: number
}

/** Effects by date, those of one day in the order given, with what is due on `today`. */
export function quoteOf(effects: readonly Effect[], today: LocalDate): Quote {
  const sorted = [...effects].sort((a, b) => Number(a.on > b.on) - Number(a.on < b.on))
  const now = sorted.reduce((sum, effect) => {
    if (effect.on > today) return sum
    if (effect.kind === 'charge') return sum + effect.amountMinor
    return effect.kind === 'credit' ? sum - effect.amountMinor : sum
  }, 0)
  return {
    effects: sorted,
    dueNowMinor: Math.max(0, now),
    creditNowMinor: Math.max(0, -now),
  }
}
