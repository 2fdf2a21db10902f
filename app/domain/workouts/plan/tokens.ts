/** What can stand in a line of a workout beside the exercise's name, taken out piece by piece. */
import type { PlannedExercise } from './plan.ts'

export type Unit = 'kg' | 'lb'

/**
 * What a weight without a unit is in, and how weights are shown to the person who chose nothing else: as the
 * studio says, else pounds in the United States.
 */
export const weightUnitOf = ({
  locale,
  weightUnit,
}: {
  locale: string
  weightUnit: '' | Unit
}): Unit => weightUnit || (locale === 'en-US' ? 'lb' : 'kg')

const gramsPer: Record<Unit, number> = { kg: 1_000, lb: 453.592_37 }

export const toGrams = (amount: number, unit: Unit): number => Math.round(amount * gramsPer[unit])
export const fromGrams = (grams: number, unit: Unit): number => grams / gramsPer[unit]

const number = (text: string | undefined) => Number((text ?? '').replace(',', '.'))

/** `90s`, `1:30`, `2 min`, `90` of `rest 90`: seconds. */
const time = String.raw`\d{1,3}:[0-5]\d|\d+(?:[.,]\d+)?\s*(?:seconds?|secs?|s|minutes?|mins?|min|m(?=\s|$|,))(?![a-z])`

export function secondsOf(text: string): number {
  const [minutes, seconds] = text.split(':')
  if (seconds !== undefined) return Number(minutes) * 60 + Number(seconds)
  return Math.round(number(text.match(/[\d.,]+/)?.[0]) * (/\d\s*m/i.test(text) ? 60 : 1))
}

type Found = Omit<PlannedExercise, 'line' | 'typed' | 'exerciseId' | 'name'>

export type LineParts = Found & {
  name: string
  /** A number that nobody gave a unit: taken as a weight in the unit of the studio. */
  bare: number | null
}

/** Reads one line without its letter: what is left over is the name. */
export function readLine(line: string, unit: Unit): LineParts {
  const found: Found = {
    sets: 1,
    target: {},
    eachSide: false,
    warmup: false,
    minutes: '',
    rest: null,
  }
  const { target } = found
  let rest = ` ${line.replace(/[×✕]/g, 'x').replace(/[–—]/g, '-')} `
  const take = (pattern: RegExp, keep: (groups: string[]) => void) => {
    rest = rest.replace(pattern, (...all: string[]) => {
      keep(all)
      return ' '
    })
  }
  take(/^\s*(odd|even)\s*(?:minutes?|min)?\s*:/i, ([, which]) => {
    found.minutes = which?.toLowerCase() === 'odd' ? 'odd' : 'even'
  })
  take(/\bwarm[- ]?up\b:?/i, () => {
    found.warmup = true
  })
  take(new RegExp(String.raw`,?\s*\brest\s+(${time}|\d{1,3}(?![\d%]))`, 'i'), ([, text = '']) => {
    found.rest = secondsOf(text)
  })
  take(/\btempo\s+(\d-?[\dx]-?[\dx]-?[\dx])\b/i, ([, tempo = '']) => {
    target.tempo = tempo.replaceAll('-', '').toUpperCase()
  })
  take(/@?\s*\brpe\s*(\d{1,2}(?:[.,]5)?)\b/i, ([, rpe]) => {
    target.rpe = number(rpe)
  })
  take(/@?\s*\brir\s*(\d)\b/i, ([, rir]) => {
    target.rir = number(rir)
  })
  take(/@?\s*(\d{1,3}(?:[.,]\d+)?)\s*%/, ([, percent]) => {
    target.percent = number(percent)
  })
  take(/@?\s*(-?\d+(?:[.,]\d+)?)\s*(kgs?|kilos?|lbs?|pounds?)\b/i, ([, amount, of = '']) => {
    target.grams = toGrams(number(amount), /^[kK]/.test(of) ? 'kg' : 'lb')
  })
  take(/@\s*(\d+(?:[.,]\d+)?)/, ([, amount]) => {
    target.grams = toGrams(number(amount), unit)
  })
  take(/\s*(?:\/\s*|\b(?:each|per)\s+)side\b|\beach\s+(?:leg|arm)\b|\/\s*(?:leg|arm)\b/i, () => {
    found.eachSide = true
  })
  take(
    new RegExp(String.raw`\b(\d{1,2})\s*x\s*(?=(?:${time}|max\b|\d+\s*(?:m|km)\b))`, 'i'),
    ([, sets]) => {
      found.sets = number(sets)
    },
  )
  take(/\b(\d{1,3})\s*x\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\b/i, ([, sets, reps, to]) => {
    found.sets = number(sets)
    target.reps = number(reps)
    if (to) target.repsTo = number(to)
  })
  take(/(\d+(?:[.,]\d+)?)\s*(km|mi|miles?)\b/i, ([, amount, of = '']) => {
    target.metres = Math.round(number(amount) * (/^k/i.test(of) ? 1_000 : 1_609.344))
  })
  take(/\b(\d{2,5})\s*m\b/i, ([, amount]) => {
    target.metres = number(amount)
  })
  take(new RegExp(String.raw`\b(${time})`, 'i'), ([, text = '']) => {
    target.seconds = secondsOf(text)
  })
  take(/\bmax\b/i, () => {
    target.max = true
  })
  take(/\bx\s*(\d{1,4})\b/i, ([, reps]) => {
    target.reps = number(reps)
  })
  if (target.reps === undefined) {
    take(/^\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s+(?=\p{L})/u, ([, reps, to]) => {
      target.reps = number(reps)
      if (to) target.repsTo = number(to)
    })
  }
  let bare: number | null = null
  take(/\s(\d+(?:[.,]\d+)?)\s*$/, ([, amount]) => {
    bare = number(amount)
  })
  if (bare !== null && target.grams === undefined) target.grams = toGrams(bare, unit)
  const name = rest.replace(/\s+/g, ' ').replace(/^[\s,;:.()@-]+|[\s,;:.(@-]+$/g, '')
  return { ...found, name, bare }
}
