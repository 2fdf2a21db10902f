/** Whose layout a file of workouts has, and where its columns are (formats.md). Pure. */
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'

export type LogSource = 'hevy' | 'strong'

export const logSourceNames: Record<LogSource, string> = { hevy: 'Hevy', strong: 'Strong' }

/** Columns by what they hold; where there is none, it is left out. */
export type LogColumns = Partial<
  Record<
    | 'title'
    | 'start'
    | 'end'
    | 'duration'
    | 'note'
    | 'exercise'
    | 'exerciseNote'
    | 'superset'
    | 'order'
    | 'type'
    | 'weight'
    | 'weightUnit'
    | 'reps'
    | 'distance'
    | 'distanceUnit'
    | 'seconds'
    | 'rpe',
    number
  >
>

export type LogLayout = {
  source: LogSource
  columns: LogColumns
  /** What the column of weights says it is in; null where it says nothing. */
  weight: Unit | null
  /** Metres of one of its distances; null where it says nothing. */
  metres: number | null
  header: readonly string[]
}

export type LayoutResult = { ok: true; layout: LogLayout } | { ok: false; sentence: string }

const hevyNames = {
  title: 'title',
  start: 'start_time',
  end: 'end_time',
  note: 'description',
  exercise: 'exercise_title',
  exerciseNote: 'exercise_notes',
  superset: 'superset_id',
  order: 'set_index',
  type: 'set_type',
  reps: 'reps',
  seconds: 'duration_seconds',
  rpe: 'rpe',
} as const

const strongNames = {
  start: 'date',
  title: 'workout name',
  exercise: 'exercise name',
  order: 'set order',
  weightUnit: 'weight unit',
  reps: 'reps',
  distanceUnit: 'distance unit',
  rpe: 'rpe',
  seconds: 'seconds',
  note: 'workout notes',
  exerciseNote: 'notes',
} as const

const strongLengths = ['duration', 'workout duration', 'duration (sec)', 'duration (seconds)']

export const metresPer: Readonly<Record<string, number>> = {
  m: 1,
  meter: 1,
  meters: 1,
  metres: 1,
  km: 1_000,
  kilometers: 1_000,
  kilometres: 1_000,
  mi: 1_609.344,
  mile: 1_609.344,
  miles: 1_609.344,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
}

export const weightUnits: Readonly<Record<string, Unit>> = {
  kg: 'kg',
  kgs: 'kg',
  kilograms: 'kg',
  lb: 'lb',
  lbs: 'lb',
  pounds: 'lb',
}

/**
 * Whose file it is, by its header. Refused with a sentence: a file of neither, and one without the
 * columns that say what was done and when.
 */
export function layoutOfLog(header: readonly string[]): LayoutResult {
  const names = header.map((name) => name.trim().toLowerCase())
  const at = (name: string) => {
    const found = names.indexOf(name)
    return found < 0 ? undefined : found
  }
  const isHevy = names.includes('exercise_title') || names.includes('set_index')
  const isStrong = names.includes('exercise name') || names.includes('set order')
  if (!isHevy && !isStrong)
    return {
      ok: false,
      sentence:
        'This isn’t a file of Hevy or Strong. Export your workouts there as CSV and choose that file.',
    }
  const known: Readonly<Record<string, string>> = isHevy ? hevyNames : strongNames
  const columns: LogColumns = Object.fromEntries(
    Object.entries(known).flatMap(([what, name]) => {
      const found = at(name)
      return found === undefined ? [] : [[what, found]]
    }),
  )
  const sized = (begins: string) => {
    const pattern = new RegExp(`^${begins}(?:[ _]\\(?([a-z]+)\\)?)?$`)
    const found = names.findIndex((name) => pattern.test(name) && !/ (?:unit|sec)/.test(name))
    const unit = found < 0 ? '' : (pattern.exec(names[found]!)?.[1] ?? '')
    return { found, unit }
  }
  const [weight, distance] = [sized('weight'), sized('distance')]
  if (weight.found >= 0) columns.weight = weight.found
  if (distance.found >= 0) columns.distance = distance.found
  const length = strongLengths.map(at).find((found) => found !== undefined)
  if (isStrong && length !== undefined) columns.duration = length
  const missing = (['start', 'exercise'] as const).find((what) => columns[what] === undefined)
  if (missing)
    return {
      ok: false,
      sentence: `The column “${known[missing]}” is missing. Choose the file as ${isHevy ? 'Hevy' : 'Strong'} exports it.`,
    }
  const says = ['weight', 'reps', 'distance', 'seconds'] as const
  if (says.every((what) => columns[what] === undefined))
    return {
      ok: false,
      sentence: 'No column says what was done: weight, repetitions, distance or time.',
    }
  const source: LogSource = isHevy ? 'hevy' : 'strong'
  return {
    ok: true,
    layout: {
      source,
      columns,
      header,
      weight: weightUnits[weight.unit] ?? null,
      metres: metresPer[distance.unit] ?? null,
    },
  }
}
