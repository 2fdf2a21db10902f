/**
 * What a control of a form asks for, as plain data: attributes that a browser checks by itself,
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
}

/** The rules of a form by the names of its fields. */
export type FormRules = Record<string, FieldRules>

/**
 * Says of a field what its schema keeps in code, in a transform or a refinement, so that
 * `fieldRules` can tell the browser.
 */
export const asked = <Schema extends z.ZodType>(schema: Schema, field: FieldRules): Schema =>
  schema.meta({ field })

/** The rules of one line that holds a whole number; without bounds any will do. */
export function wholeNumberRules(least: number | null, most: number | null): FieldRules {
  const pattern = `\\s*${signed(least, most)}\\s*`
  return { pattern, title: wholeNumberWords(least, most), inputMode: keys(least) }
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
  if (least !== null && least >= 0) return `\\+?0*(?:${above})`
  const below = span(most !== null && most < 0 ? -most : 0, least === null ? null : -least)
  const negative = `-0*(?:${below})`
  return most !== null && most < 0 ? negative : `(?:${negative}|\\+?0*(?:${above}))`
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
