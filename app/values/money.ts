/** Money as integer minor units of a currency: pence, cents, yen. */
import { decimalPattern, type FieldRules } from './field-rules.ts'

/** Currencies a studio can be run in (ISO 4217). */
export const currencies = [
  'GBP',
  'EUR',
  'USD',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'HKD',
  'HUF',
  'INR',
  'JPY',
  'KRW',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'ZAR',
] as const

/** The most a single price may be, in minor units: anything above is a slip of the keyboard. */
export const highestPriceMinor = 10_000_000

/** Decimals of a currency: 2 for GBP, 0 for JPY. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2
  )
}

/**
 * Minor units of a typed amount, exactly: `12.5` is 1250 pence. Digits are read as text, never as a
 * binary fraction. A currency sign in front is passed over, and a comma is read as the decimal mark
 * (`12,50`). Null for what is no amount, has more decimals than the currency, is negative or above
 * `highestPriceMinor`.
 */
export function parseMinor(text: string, currency: string): number | null {
  const match = /^\p{Sc}?\s*(\d{1,9})(?:[.,](\d{1,3}))?$/u.exec(text.trim())
  if (!match) return null
  const digits = minorDigits(currency)
  const [, whole = '', part = ''] = match
  if (part.length > digits) return null
  const minor = Number(whole + part.padEnd(digits, '0'))
  return minor <= highestPriceMinor ? minor : null
}

/** What a browser is told of a field that is read with `parseMinor`, up to `most` minor units. */
export function amountRules(
  currency: string,
  title: string,
  most: number = highestPriceMinor,
): FieldRules {
  const digits = minorDigits(currency)
  const pattern = decimalPattern(most / 10 ** digits, digits)
  return { pattern: `\\s*\\p{Sc}?\\s*${pattern}\\s*`, title, inputMode: 'decimal' }
}

/** Minor units as they are typed: `12.50`. */
export function typedMinor(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/**
 * An amount in equal parts, half-up to the minor unit; the last part carries what rounding left, so
 * that the parts sum to the amount (R8). 100.00 in three is 33.33, 33.33 and 33.34. No part is
 * below nothing.
 */
export function allocate(minor: number, parts: number): number[] {
  const fair = Math.floor((2 * minor + parts) / (2 * parts))
  const part = fair * (parts - 1) > minor ? Math.floor(minor / parts) : fair
  return Array.from({ length: parts }, (_, i) =>
    i < parts - 1 ? part : minor - part * (parts - 1),
  )
}

/**
 * What the last `some` of `parts` equal parts of an amount come to: the sessions still to come of a
 * course's price.
 */
export function lastParts(minor: number, parts: number, some: number): number {
  return allocate(minor, parts)
    .slice(parts - some)
    .reduce((sum, part) => sum + part, 0)
}

/** `percent` of an amount, half-up to the minor unit. */
export function percentOf(minor: number, percent: number): number {
  return Math.floor((2 * minor * percent + 100) / 200)
}

/**
 * `part` of `whole` of an amount, half-up to the minor unit; the size is rounded first and the sign
 * put back, so that a credit is rounded as the charge it takes back (R8). 14 of 30 days of 75.00 is
 * 35.00.
 */
export function shareOf(minor: number, part: number, whole: number): number {
  const size = Math.floor((2 * Math.abs(minor) * part + whole) / (2 * whole))
  return minor < 0 && size > 0 ? -size : size
}

/**
 * What of an amount is tax at `rateBp` hundredths of a percent that the amount includes, half-up:
 * 20% inside 120.00 is 20.00 (R12).
 */
export function taxInside(minor: number, rateBp: number): number {
  return shareOf(minor, rateBp, 10_000 + rateBp)
}
