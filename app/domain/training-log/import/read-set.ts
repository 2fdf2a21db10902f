/** One row of a file of workouts as the set it says. Pure. */
import { toGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import { type Done, nothingDone, problemOfSet, type SetType } from '../session/logged-set.ts'
import { type LogColumns, type LogLayout, metresPer, weightUnits } from './log-file-columns.ts'

export type FileSet = Done & { n: number; type: SetType; rpe: number | null }

type Place = keyof LogColumns

/** A row by what its columns hold, and where what is wrong with it is told. */
export type RowOfSet = {
  cell(place: Place): string
  wrong(place: Place, why: string): null
}

const setTypes: Readonly<Record<string, SetType>> = {
  warmup: 'warmup',
  warm_up: 'warmup',
  w: 'warmup',
  drop: 'drop',
  dropset: 'drop',
  drop_set: 'drop',
  d: 'drop',
  failure: 'failure',
  f: 'failure',
}

/**
 * What a row says was done; null where it cannot be meant, which the row is told of. A zero is a
 * field that was not used. `unit` is what weights and distances are in where nothing says.
 */
export function readSet(row: RowOfSet, n: number, layout: LogLayout, unit: Unit): FileSet | null {
  const read = (place: Place) => numberOf(row, place)
  const [weight, reps, distance] = [read('weight'), read('reps'), read('distance')]
  const [seconds, rpe] = [read('seconds'), read('rpe')]
  if ([weight, reps, distance, seconds, rpe].includes('wrong')) return null
  const as = (value: number | null | 'wrong') => (value === 'wrong' ? null : value)
  const weighed = weightUnits[row.cell('weightUnit').toLowerCase()]
  const far =
    metresPer[row.cell('distanceUnit').toLowerCase()] ??
    layout.metres ??
    (unit === 'lb' ? metresPer.mi! : metresPer.km!)
  const [grams, metres] = [as(weight), as(distance)]
  const done: Done = {
    ...nothingDone,
    grams: grams === null ? null : toGrams(grams, weighed ?? layout.weight ?? unit),
    reps: as(reps),
    seconds: as(seconds) === null ? null : Math.round(as(seconds)!),
    metres: metres === null ? null : Math.round(metres * far),
  }
  if (done.reps === null && done.seconds === null && done.metres === null)
    return row.wrong('reps', 'Neither repetitions, time nor distance is filled in')
  const why = problemOfSet(done)
  if (why) return row.wrong(whichIs(done), why.replace(/\.$/, ''))
  const effort = as(rpe)
  if (effort !== null && (effort < 1 || effort > 10))
    return row.wrong('rpe', 'RPE goes from 1 to 10')
  const type = setTypes[typeOf(row, layout)] ?? 'normal'
  return { ...done, n, type, rpe: effort === null ? null : Math.round(effort * 10) }
}

function typeOf(row: RowOfSet, { source }: LogLayout): string {
  const said = source === 'hevy' ? row.cell('type') : row.cell('order')
  return said.toLowerCase().replace(/[ -]/g, '_')
}

/** A number with a point or a comma; null where nothing is said. */
function numberOf(row: RowOfSet, place: Place): number | null | 'wrong' {
  const text = row.cell(place).replace('−', '-')
  if (text === '' || /^(null|nan|-)$/i.test(text)) return null
  if (!/^-?\d{1,7}(?:[.,]\d{1,6})?$/.test(text)) {
    row.wrong(place, `“${text.slice(0, 20)}” isn’t a number`)
    return 'wrong'
  }
  const value = Number(text.replace(',', '.'))
  if (value === 0) return null
  if (place === 'reps' && !Number.isInteger(value)) {
    row.wrong(place, 'Repetitions are whole numbers')
    return 'wrong'
  }
  return value
}

/** Which column says what cannot be meant. */
function whichIs(done: Done): Place {
  if (problemOfSet({ ...nothingDone, grams: done.grams })) return 'weight'
  if (problemOfSet({ ...nothingDone, reps: done.reps })) return 'reps'
  return problemOfSet({ ...nothingDone, seconds: done.seconds }) ? 'seconds' : 'distance'
}
