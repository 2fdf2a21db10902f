import type { FieldRules } from './field-rules.ts'

/**
 * A phone number in the form of E.164, `+447700900123`; null when it is none. Spaces, dots, dashes
 * and brackets between the digits are dropped, and a "(0)" behind the country, which is dialled within
 * it alone (Italy's is part of the number); a number without its country is refused, since nobody
 * could tell which one it is.
 */
export function parsePhone(text: string): string | null {
  const phone = text
    .trim()
    .replace(/^(\+(?!39)[\d\s]*)\(0\)/, '$1')
    .replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(phone) ? phone : null
}

/**
 * The same as accounts keep and compare it, `447700900123`: the plus may be there or not. Null when
 * it is none.
 */
export function parsePhoneDigits(text: string): string | null {
  const phone = text.trim()
  return parsePhone(phone.startsWith('+') ? phone : `+${phone}`)?.slice(1) ?? null
}

/**
 * A number as people write it for people: no form is forced on it, and nothing in it can be mistaken
 * for anything but a number.
 */
export const writtenPhone = /^(?=.*\d)[0-9+() -]{5,20}$/
export const writtenPhoneWords = 'Enter a phone number of 5 to 20 digits, spaces or + - ( )'

/** The same for a browser, with what may stand around it. */
export const writtenPhoneRules: FieldRules = {
  maxLength: 20,
  pattern: '\\s*(?=[^\\d]*\\d)[0-9+\\(\\)\\-][0-9+\\(\\) \\-]{3,18}[0-9+\\(\\)\\-]\\s*',
  title: writtenPhoneWords,
}

/**
 * What a phone dials for a number as it is printed: `+442079460018`, or of a number without its
 * country the digits as they are dialled at home, `02079460018`. Null when it is none.
 */
export function parseDialled(text: string): string | null {
  const whole = parsePhone(text)
  if (whole || text.includes('+')) return whole
  const digits = text.trim().replace(/[\s().-]/g, '')
  return /^\d{5,15}$/.test(digits) ? digits : null
}

export const dialledWords =
  'Enter a phone number of at least 5 digits, like 020 7946 0018 or +44 20 7946 0018'

/** The same for a browser. */
export const dialledRules: FieldRules = {
  maxLength: 40,
  pattern: '[\\s\\(\\).\\-]*\\+?[\\s\\(\\).\\-]*\\d(?:[\\s\\(\\).\\-]*\\d){4,14}[\\s\\(\\).\\-]*',
  title: dialledWords,
}

/** What is dialled before a number from abroad, and what a number at home begins with instead. */
const callingCodes: Record<string, [code: string, trunk: string]> = {
  AT: ['43', '0'],
  AU: ['61', '0'],
  BE: ['32', '0'],
  CA: ['1', '1'],
  CH: ['41', '0'],
  DE: ['49', '0'],
  DK: ['45', ''],
  ES: ['34', ''],
  FI: ['358', '0'],
  FR: ['33', '0'],
  GB: ['44', '0'],
  IE: ['353', '0'],
  IT: ['39', ''],
  NL: ['31', '0'],
  NO: ['47', ''],
  NZ: ['64', '0'],
  PL: ['48', ''],
  PT: ['351', ''],
  SE: ['46', '0'],
  US: ['1', '1'],
}

/**
 * A number as people write it at home, in the form of E.164; `locale` says where home is (`en-GB`).
 * Null where it is none, or where home is not known.
 */
export function parseHomePhone(text: string, locale: string): string | null {
  const typed = text.trim().replace(/[\s.\-/]/g, '')
  if (typed.startsWith('+')) return parsePhone(typed)
  if (typed.startsWith('00')) return parsePhone(`+${typed.slice(2)}`)
  const digits = typed.replace(/[()]/g, '')
  const [code, trunk] = callingCodes[locale.split('-').at(-1) ?? ''] ?? []
  if (code === undefined || trunk === undefined || !/^\d+$/.test(digits)) return null
  return parsePhone(`+${code}${digits.startsWith(trunk) ? digits.slice(trunk.length) : digits}`)
}

/**
 * The same rule for SQL: what a number of that home begins with, and what stands there instead from
 * abroad; null where home is not known.
 */
export function homeCalling(locale: string): { code: string; trunk: string } | null {
  const [code, trunk] = callingCodes[locale.split('-').at(-1) ?? ''] ?? []
  return code === undefined || trunk === undefined ? null : { code: `+${code}`, trunk }
}

const between = '[\\s\\(\\).\\-]*'

/** What is said of a number that is none. */
export const phoneWords = 'Enter a phone number with the country code, like +44 7700 900123'

/** What a browser is told of a field that is read with `parsePhone`; `title` says it in words. */
export const phoneRules = (title: string): FieldRules => ({
  maxLength: 40,
  pattern: `${between}\\+${between}[1-9](?:${between}\\d){6,14}${between}`,
  title,
})
