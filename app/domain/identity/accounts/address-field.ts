/** One field for an e-mail address or a phone number, as people sign in with either. */
import * as z from 'zod'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { parsePhone, phoneRules, phoneWords } from '#app/values/phone.ts'

/** The specification's sentence (§8) for a code that is asked for without an address. */
export const addressMissing = 'You must provide either an email or phone number.'

/**
 * Where an account is reached, in stored form: the counterpart of `Address` that a browser may
 * read.
 */
export type TypedAddress = { email: string } | { phone: string }

/**
 * `missing` is said where nothing was given. What has no @ and begins like a number is a phone
 * number.
 */
export function addressField(missing: string) {
  const typed = z.string({ error: missing }).transform((text, ctx): TypedAddress => {
    const address = parseAddress(text)
    if (address) return address
    const number = /^[\s+\d().-]+$/.test(text)
    ctx.addIssue({
      code: 'custom',
      message: number ? phoneWords : emailWords,
    })
    return z.NEVER
  })
  return asked(typed, {
    pattern: `${emailRules('').pattern}|${phoneRules('').pattern}`,
    title: 'Enter an email address, or a phone number with the country code',
  })
}

/** The address that was typed, in stored form; null when it is none. */
export function parseAddress(text: string): TypedAddress | null {
  const email = parseEmail(text)
  if (email) return { email }
  const phone = parsePhone(text)
  return phone ? { phone: phone.slice(1) } : null
}

/** The address as it is shown: a phone number with its plus. */
export function shownAddress(address: TypedAddress): string {
  return 'email' in address ? address.email : `+${address.phone}`
}
