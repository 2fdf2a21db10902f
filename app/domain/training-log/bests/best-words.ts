/** Bests in words and in the reader's unit. Pure. */
import type { bestKinds } from '#app/db/studio/workouts/training-log-words.ts'
import { clockWords, distanceWords } from '#app/domain/workouts/plan/plan-words.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { count } from '#app/values/wording.ts'
import { plainWeight } from '../session/done-words.ts'

export type BestKind = (typeof bestKinds)[number]

export type BestRow = {
  exerciseId: string
  exercise: string
  kind: BestKind
  at: number
  value: number
  before: number | null
  logId: string
  localStart: string
}

type Said = Pick<BestRow, 'kind' | 'at'>

/** A weight as it is told of a best, to a tenth: `53.8 kg`, and `45 kg` where it is whole. */
const weight = (grams: number, unit: Unit) => `${plainWeight(grams, unit)} ${unit}`

/** What is told of: `estimated max`, `most reps at 80 kg`. */
export function bestKindWords({ kind, at }: Said, unit: Unit): string {
  switch (kind) {
    case 'weight':
      return 'heaviest'
    case 'e1rm':
      return 'estimated max'
    case 'reps':
      return at > 0 ? `most reps at ${weight(at, unit)}` : 'most reps'
    case 'hold':
      return 'longest'
    case 'distance':
      return 'furthest'
    case 'time':
      return `fastest ${distanceWords(at)}`
  }
}

/** A value of a kind: `53.8 kg`, `5 reps`, `1:20`, `2 km`. */
export function bestValueWords(kind: BestKind, value: number, unit: Unit): string {
  switch (kind) {
    case 'weight':
    case 'e1rm':
      return weight(value, unit)
    case 'reps':
      return count(value, 'rep')
    case 'hold':
    case 'time':
      return clockWords(value)
    case 'distance':
      return distanceWords(value)
  }
}

export const bestWords = (best: Pick<BestRow, 'kind' | 'at' | 'value'>, unit: Unit) => ({
  what: bestKindWords(best, unit),
  value: bestValueWords(best.kind, best.value, unit),
})
