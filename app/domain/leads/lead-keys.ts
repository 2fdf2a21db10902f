/** By what two posts are of the same person. Pure. */
import { parsePhoneIn } from '#app/values/calling/phone-in-country.ts'

/** Longer is no address. */
const longest = 255

/**
 * An e-mail address as leads are compared by it: trimmed, lower case and NFC, with what follows a
 * plus. Null where it is none. It may be one that no mail can be sent to, such as `josé@café.fr`:
 * two of it are one lead all the same.
 */
export function emailKey(text: string): string | null {
  const email = text.trim().toLowerCase().normalize('NFC')
  return email.length <= longest &&
    /^[^\s@\p{Cc}<>,;"]+@[^\s@\p{Cc}<>,;"]+\.[^\s@\p{Cc}<>,;"]+$/u.test(email)
    ? email
    : null
}

/** A phone number as leads are compared by it: E.164, in the studio's country where it has none. */
export const phoneKey = (text: string, locale: string): string | null => parsePhoneIn(text, locale)
