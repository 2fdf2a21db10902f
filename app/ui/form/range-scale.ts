/** Scales for an upper limit from 0: their steps, and the numbers written below them. Pure. */

export type RangeScale = { max: number; step: number }

/** A scale is at most this many steps long, so that a thumb can choose between them. */
const mostSteps = 24

/** The shortest scale of round steps that reaches `most`; its quarters are whole steps. */
export function scaleUpTo(most: number): RangeScale {
  const steps = [1, 2, 5].flatMap((n) => [1, 10, 100, 1_000, 10_000].map((tens) => n * tens))
  const step = steps.sort((a, b) => a - b).find((one) => most <= one * mostSteps) ?? 100_000
  const quarter = step * 4
  return { step, max: Math.max(quarter, Math.ceil(most / quarter) * quarter) }
}

/** What was asked for on a scale; null where it limits nothing. */
export const limitOn = (asked: string, { max }: RangeScale): number | null =>
  /^\d{1,6}$/.test(asked) && Number(asked) < max ? Number(asked) : null

/** The five numbers below a scale. */
export const quarters = ({ max }: RangeScale): number[] => [0, 1, 2, 3, 4].map((n) => (max / 4) * n)
