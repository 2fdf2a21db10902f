/**
 * A phone number in the form of E.164, `+447700900123`; null when it is none. Spaces, dots, dashes and brackets between
 * the digits are dropped; a number without its country is refused, since nobody could tell which one it is.
 */
export function parsePhone(text: string): string | null {
  const phone = text.trim().replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(phone) ? phone : null
}
