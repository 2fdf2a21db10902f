import type { FieldRules } from './field-rules.ts'

/**
 * A phone number in the form of E.164, `+447700900123`; null when it is none. Spaces, dots, dashes
 * and brackets between the digits are dropped; a number without its country is refused, since
 * nobody could tell which one it is.
 */
export function parsePhone(text: string): string | null {
  const phone = text.trim().replace(/[\s().-]/g, '')
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

const between = '[\\s\\(\\).\\-]*'

/** What is said of a number that is none. */
export const phoneWords = 'Enter a phone number with the country code, like +44 7700 900123'

/** What a browser is told of a field that is read with `parsePhone`; `title` says it in words. */
export const phoneRules = (title: string): FieldRules => ({
  maxLength: 40,
  pattern: `${between}\\+${between}[1-9](?:${between}\\d){6,14}${between}`,
  title,
})
