/** What a slider can be set to, and what digits typed on it mean (specification 9). */

export type SliderRange = { min: number; max: number; step: number }

export const sliderDefaults: SliderRange = { min: 0, max: 100, step: 1 }

/** Digits typed on a focused slider set it this many milliseconds after the last of them. */
export const digitPause = 350

/**
 * `digits` with the key typed behind them; null where the key is no digit, and once no number needs
 * more.
 */
export function digitsAfter(digits: string, key: string): string | null {
  return /^\d$/.test(key) && digits.length < 9 ? digits + key : null
}

/** What typed digits set: the nearest step within the range. */
export function typedValue(digits: string, { min, max, step }: SliderRange): number {
  const wanted = Math.min(Math.max(Number(digits), min), max)
  const steps = Math.round((wanted - min) / step)
  const top = Math.floor((max - min) / step)
  // Steps like 0.1 are no exact numbers; the step says how many decimals are meant.
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Number((min + Math.min(steps, top) * step).toFixed(decimals))
}
