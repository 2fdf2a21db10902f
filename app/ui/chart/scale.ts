/** Scales of charts: round steps, so that every line on them has a short label. Pure. */

export type Scale = { least: number; most: number; ticks: number[] }

/** Round steps of 1, 2, 2.5 or 5 that span `values` in about `steps`; from nothing where that is near. */
export function scaleOf(values: readonly number[], steps = 4): Scale {
  const [low, high] = [Math.min(...values, Infinity), Math.max(...values, -Infinity)]
  if (!Number.isFinite(low)) return { least: 0, most: 1, ticks: [0, 1] }
  const fromZero = low >= 0 && low <= (high - low) * 2
  const span = Math.max(high - (fromZero ? 0 : low), Math.abs(high) / 10, 1)
  const step = roundStep(span / steps)
  const least = fromZero ? 0 : Math.floor(low / step) * step
  const most = Math.max(Math.ceil(high / step) * step, least + step)
  const ticks: number[] = []
  for (let at = least; at <= most + step / 2; at += step) ticks.push(Math.round(at * 1000) / 1000)
  return { least, most, ticks }
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  return factor * power
}

/** Where a value lies between the ends of a scale, 0 to 1. */
export const shareOn = ({ least, most }: Pick<Scale, 'least' | 'most'>, value: number): number =>
  most === least ? 0 : (value - least) / (most - least)

/** Which of six tints stands for a share of 0 to 1. */
export const tintOf = (share: number): number =>
  Math.min(5, Math.max(0, Math.floor(share * 6 - 1e-9)))
