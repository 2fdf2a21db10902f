import { shareOf } from '#app/values/money.ts'

/**
 * Classes of a period of which only some days are paid: in proportion, half-up, so that half a
 * period paid is half the classes (story 6).
 */
export function allowanceFor(allowance: number, paid: number, off: number, days: number): number {
  return shareOf(allowance, Math.max(0, paid - off), days)
}
