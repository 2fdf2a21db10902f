/** The movement of a month as steps from its opening to its closing, to be drawn. Pure. */
import { type Movement, type MovementKind, movementWords } from './movement.ts'

export type WaterfallStep = {
  kind: MovementKind | 'opening' | 'closing'
  /** Where it begins and ends on the scale, in minor units. */
  fromMinor: number
  toMinor: number
  people: number
}

export type Waterfall = {
  /** Where the scale starts and ends. A small change of a large sum is still seen. */
  leastMinor: number
  mostMinor: number
  steps: WaterfallStep[]
}

/** As it stands below a step. */
export const stepWords: Record<MovementKind, string> = {
  ...movementWords,
  returned: 'came back',
}

/** Null where nothing moved. */
export function waterfallOf({ opening, closing, kinds }: Movement): Waterfall | null {
  if (kinds.length === 0) return null
  let at = opening.minor
  const moved = kinds.map(({ kind, amountMinor, people }): WaterfallStep => {
    const fromMinor = at
    at += amountMinor
    return { kind, fromMinor, toMinor: at, people }
  })
  const levels = [opening.minor, closing.minor, ...moved.map(({ toMinor }) => toMinor)]
  const [low, mostMinor] = [Math.min(...levels), Math.max(...levels)]
  const leastMinor = scaleStart(low, mostMinor)
  const whole = (kind: 'opening' | 'closing', { minor, members }: Movement['opening']) => ({
    kind,
    fromMinor: leastMinor,
    toMinor: minor,
    people: members,
  })
  return {
    leastMinor,
    mostMinor,
    steps: [whole('opening', opening), ...moved, whole('closing', closing)],
  }
}

/** A round number below all of it, or nothing where that is near. */
function scaleStart(low: number, high: number): number {
  const span = Math.max(high - low, 1)
  const round = 10 ** Math.ceil(Math.log10(span))
  const start = Math.floor((low - span / 3) / round) * round
  return low <= span * 3 ? 0 : Math.max(0, start)
}
