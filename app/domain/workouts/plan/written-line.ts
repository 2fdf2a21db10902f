/** An exercise of a plan written as a line of the board again: the inverse of `readLine`. Pure. */
import type { PlannedExercise, Target } from './plan.ts'
import { fromGrams, readLine, toGrams, type Unit } from './tokens.ts'

const time = (seconds: number) =>
  seconds < 60
    ? `${seconds}s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const far = (metres: number) =>
  metres >= 10 && metres < 100_000 ? `${metres} m` : `${metres / 1_000} km`

/** `5x5`, `12`, `4x 20s`, `3x max`: how often and how much. */
function amountOf({ sets, target, name }: Pick<PlannedExercise, 'sets' | 'target' | 'name'>) {
  const { reps, repsTo, seconds, metres, max } = target
  const others = [
    seconds !== undefined && time(seconds),
    metres !== undefined && far(metres),
    max && 'max',
  ].filter((part) => typeof part === 'string')
  if (reps === undefined) return `${sets > 1 ? `${sets}x ` : ''}${others.join(' ')}`
  const bare = sets === 1 && /^\p{L}/u.test(name) && others.length === 0
  const counted = `${bare ? '' : `${sets}x`}${reps}${repsTo === undefined ? '' : `-${repsTo}`}`
  return [counted, ...others].join(' ')
}

/** Everything a line says but for its name, to compare by. */
const said = (one: Omit<PlannedExercise, 'line' | 'typed' | 'exerciseId' | 'name'>) =>
  JSON.stringify([
    ...[one.sets, one.eachSide, one.warmup, one.minutes, one.rest],
    Object.entries(one.target).sort(),
  ])

/** A weight with as many decimals as it takes to be read as the same grams: `102lb`, `22.5kg`. */
function weightOf(grams: number, unit: Unit): string {
  const rounded = [0, 1, 2, 3].map((digits) => Number(fromGrams(grams, unit).toFixed(digits)))
  return `${rounded.find((one) => toGrams(one, unit) === grams) ?? rounded[3]}${unit}`
}

const loadOf = ({ percent, grams }: Target, unit: Unit) => {
  if (percent !== undefined) return `@${percent}%`
  return grams === undefined ? '' : weightOf(grams, unit)
}

/** `5x5 row @75% RIR 2, rest 2:00`; null where the line would be read as another thing. */
export function lineOf(exercise: PlannedExercise, unit: Unit): string | null {
  const { typed, target, eachSide, warmup, minutes, rest } = exercise
  const line = [
    minutes && `${minutes}:`,
    warmup && 'warm-up',
    `${amountOf({ ...exercise, name: typed })}${eachSide ? '/side' : ''}`,
    typed,
    loadOf(target, unit),
    target.rpe !== undefined && `RPE ${target.rpe}`,
    target.rir !== undefined && `RIR ${target.rir}`,
    target.tempo && `tempo ${target.tempo}`,
  ]
    .filter(Boolean)
    .join(' ')
  const whole = rest === null ? line : `${line}, rest ${time(rest)}`
  const { name, ...read } = readLine(whole, unit)
  return name === typed && said(read) === said(exercise) ? whole : null
}

/**
 * The text with the lines of exercises that have changed rewritten. Letters, headings and all other
 * lines stay as typed.
 */
export function rewritten(text: string, exercises: readonly PlannedExercise[], unit: Unit): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  for (const exercise of exercises) {
    const was = lines[exercise.line] ?? ''
    const [before = ''] = /^\s*(?:[A-Z]\d?[.):]?\s+(?=\S))?/.exec(was) ?? []
    if (said(readLine(was.slice(before.length), unit)) === said(exercise)) continue
    const line = lineOf(exercise, unit)
    if (line !== null) lines[exercise.line] = before + line
  }
  return lines.join('\n')
}
