/**
 * Reading variables of an installation: each reader answers the default, or throws an error that
 * names the variable.
 */

/** Variables as the platform hands them over: text, or nothing. */
export type Variables = Partial<Record<`AUTH_${string}`, string>> & {
  JWT_KEYS?: string
  JWT_SECRET?: string
  COOKIE_SECRET?: string
  LIMIT_SCALE?: string
  DEV_TOOLS?: string
}

type Name = `AUTH_${string}`

export function flag(variables: Variables, name: Name, otherwise: boolean): boolean {
  const value = variables[name]
  if (value === undefined || value === '') return otherwise
  if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false`)
  return value === 'true'
}

/** A whole number from `least` to `most`. */
export function number(
  variables: Variables,
  name: Name,
  otherwise: number,
  least: number,
  most: number,
): number {
  const value = variables[name]
  if (value === undefined || value === '') return otherwise
  const n = Number(value)
  if (!Number.isInteger(n) || n < least || n > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}`)
  }
  return n
}

/**
 * By how much limits that are no account's are multiplied (LIMIT_SCALE), 1 and more; unless said
 * 50 while development tools are on, else 1.
 */
export const limitScale = (given: Pick<Variables, 'LIMIT_SCALE' | 'DEV_TOOLS'>): number =>
  Math.max(1, Math.trunc(Number(given.LIMIT_SCALE) || (given.DEV_TOOLS === 'true' ? 50 : 1)))

/** What cannot be guessed begins here. */
const shortestSecret = 32

/** A secret that someone made; throws for one that is missing or short enough to be guessed. */
export function secretOf(variables: Variables, name: 'AUTH_SECRET' | 'COOKIE_SECRET'): string {
  const value = variables[name] ?? ''
  if (value === '')
    throw new Error(`${name} is missing: at least ${shortestSecret} random characters`)
  if (value.length < shortestSecret)
    throw new Error(`${name} is too short: at least ${shortestSecret} random characters`)
  return value
}

/** One of a list of words; the first is the default. */
export function choice<Word extends string>(
  variables: Variables,
  name: Name,
  words: readonly [Word, ...Word[]],
): NoInfer<Word> {
  const value = variables[name]
  if (value === undefined || value === '') return words[0]
  const word = words.find((candidate) => candidate === value)
  if (!word) throw new Error(`${name} must be one of ${words.join(', ')}`)
  return word
}

/** Entries separated by commas. */
export function list(variables: Variables, name: Name): string[] {
  return (variables[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Text of one line; null where there is none. */
export function optional(variables: Variables, name: Name): string | null {
  return variables[name]?.trim() || null
}

/** A JSON value, read by `parse`, which gets undefined where there is none. */
export function json<Value>(
  variables: Variables,
  name: Name,
  parse: (value: unknown) => Value,
): Value {
  const text = variables[name]
  if (!text) return parse(undefined)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  return parse(value)
}
