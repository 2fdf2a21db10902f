/**
 * What a control of a form asks for, as plain data: attributes that a browser checks automatically,
 * with scripts and without.
 */
import type * as z from 'zod'

export type FieldRules = {
  required?: true
  minLength?: number
  maxLength?: number
  /** The first and the last of a date or time, as its control writes them. */
  min?: string
  max?: string
  /** All of what is typed must match it; `title` says how, in a sentence. */
  pattern?: string
  title?: string
  /** Which keys a phone offers. */
  inputMode?: 'numeric' | 'decimal'
  /** The sentence for a required field that was left empty. */
  missing?: string
  /** It holds a whole number; where it has ends, these are they. */
  whole?: { least: number | null; most: number | null }
  /** What the schema answers to each thing that may be wrong, in its own words. */
  says?: FieldSays
}

export type FieldSays = {
  /** Nothing but spaces. */
  blank?: string
  /** No number at all. */
  number?: string
  fraction?: string
  /** Nought, where it is no choice. */
  zero?: string
  /** Below the least, or before the first date. */
  low?: string
  /** Above the most, or behind the last date. */
  high?: string
  short?: string
  long?: string
}

/** The rules of a form by the names of its fields. */
export type FormRules = Record<string, FieldRules>

/**
 * Says of a field what its schema keeps in code, in a transform or a refinement, so that
 * `fieldRules` can tell the browser.
 */
export const asked = <Schema extends z.ZodType>(schema: Schema, field: FieldRules): Schema =>
  schema.meta({ field })

/**
 * What is wrong with what was typed, in the words the schema would answer; undefined where nothing
 * is, or where only the server can tell. Browsers say it while somebody types. That a field was
 * left empty is its control's to know: one may ask for it only sometimes.
 */
export function saidOf(typed: string, rules: FieldRules): string | undefined {
  const { says = {}, whole, pattern, title, min, max, minLength, maxLength } = rules
  if (typed === '') return undefined
  if (typed.trim() === '') return whole ? (says.number ?? title) : says.blank
  // Rules that no schema was asked for have one sentence for all that can be wrong.
  if (whole) {
    const one = { number: title, fraction: title, low: title, high: title }
    return numberSaid(Number(typed.trim()), whole, { ...one, ...says })
  }
  if (min !== undefined && typed < min) return says.low
  if (max !== undefined && typed > max) return says.high
  if (maxLength !== undefined && typed.trim().length > maxLength) return says.long
  if (minLength !== undefined && typed.trim().length < minLength) return says.short
  return pattern === undefined || matches(pattern, typed) ? undefined : title
}

function numberSaid(
  typed: number,
  { least, most }: NonNullable<FieldRules['whole']>,
  says: FieldSays,
): string | undefined {
  if (!Number.isFinite(typed)) return says.number
  if (!Number.isInteger(typed)) return says.fraction
  if (typed === 0 && says.zero) return says.zero
  if (least !== null && typed < least) return says.low
  return most !== null && typed > most ? says.high : undefined
}

/** A browser that is too old for a pattern leaves it to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text)
  } catch {
    return true
  }
}

/** The rules of one line that holds a whole number; without bounds any will do. */
export function wholeNumberRules(least: number | null, most: number | null): FieldRules {
  const pattern = `\\s*${signed(least, most)}\\s*`
  const title = wholeNumberWords(least, most)
  return { pattern, title, inputMode: keys(least), whole: { least, most } }
}

/** Keys of figures have no minus sign. */
const keys = (least: number | null) => (least !== null && least >= 0 ? 'numeric' : undefined)

function wholeNumberWords(least: number | null, most: number | null): string {
  const figure = (value: number) => value.toLocaleString('en-GB')
  if (least !== null && most !== null)
    return `Enter a whole number from ${figure(least)} to ${figure(most)}`
  if (least !== null) return `Enter a whole number, ${figure(least)} or more`
  return most === null ? 'Enter a whole number' : `Enter a whole number, ${figure(most)} or fewer`
}

function signed(least: number | null, most: number | null): string {
  const above = span(Math.max(least ?? 0, 0), most)
  if (least !== null && least >= 0) return `0*(?:${above})`
  const below = span(most !== null && most < 0 ? -most : 0, least === null ? null : -least)
  const negative = `-0*(?:${below})`
  return most !== null && most < 0 ? negative : `(?:${negative}|0*(?:${above}))`
}

const date = `(?:19|20|21)\\d{2}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31|02-29)`

/** Dates with commas, spaces or lines between them; that a year has 29 February is not asked. */
export const datesPattern = `[\\s,;]*(?:${date}(?:[\\s,;]+|$))*`

/**
 * A pattern of the numbers from 0 to `most` with at most `digits` behind a point or comma. Of the
 * last whole number only what `most` has behind it: 9,999.99 has all, 336 only noughts.
 */
export function decimalPattern(most: number, digits: number): string {
  const whole = Math.floor(most)
  const full = digits > 0 && most - whole >= 1 - 1.5 * 10 ** -digits
  const part = (figure: string) => (digits === 0 ? '' : `(?:[.,]${figure}{1,${digits}})?`)
  const below = span(0, full ? whole : whole - 1)
  return full
    ? `0*(?:${below})${part('\\d')}`
    : `0*(?:(?:${below})${part('\\d')}|${whole}${part('0')})`
}

/** A pattern of the figures from `least` to `most`, both 0 or more; `most` null is without end. */
function span(least: number, most: number | null): string {
  if (most === null) {
    const nines = 10 ** String(least).length - 1
    const longer = `[1-9]\\d{${String(least).length},}`
    return [...pieces(least, nines), longer].join('|')
  }
  return pieces(least, most).join('|')
}

/** Parts of a span in which each place runs over a range of its own. */
function pieces(least: number, most: number): string[] {
  if (least > most) return []
  const end = Math.min(most, 10 ** String(least).length - 1)
  return [...ofOneLength(String(least), String(end)), ...pieces(end + 1, most)]
}

/** The same for ends of one length: `13` to `47` is `1[3-9]`, `[23]\d` and `4[0-7]`. */
function ofOneLength(least: string, most: string): string[] {
  const [first = '', last = ''] = [least[0], most[0]]
  const rest = least.length - 1
  if (rest === 0) return [figures(first, last)]
  const whole = { from: /^\d0*$/.test(least), until: /^\d9*$/.test(most) }
  if (first === last && !(whole.from && whole.until)) {
    return ofOneLength(least.slice(1), most.slice(1)).map((piece) => first + piece)
  }
  const [from, until] = [Number(first) + (whole.from ? 0 : 1), Number(last) - (whole.until ? 0 : 1)]
  return [
    ...(whole.from ? [] : lead(first, ofOneLength(least.slice(1), '9'.repeat(rest)))),
    ...(from > until ? [] : [figures(String(from), String(until)) + any(rest)]),
    ...(whole.until ? [] : lead(last, ofOneLength('0'.repeat(rest), most.slice(1)))),
  ]
}

const lead = (figure: string, parts: string[]) => parts.map((part) => figure + part)
const any = (places: number) => (places === 1 ? '\\d' : `\\d{${places}}`)

function figures(from: string, until: string): string {
  if (from === until) return from
  return from === '0' && until === '9' ? '\\d' : `[${from}-${until}]`
}
