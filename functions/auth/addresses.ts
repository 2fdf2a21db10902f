import type { Address } from '#app/domain/identity/accounts/account-queries.server.ts'
import { emailMaxLength, parseEmail } from '#app/values/email.ts'
import { parsePhoneDigits } from '#app/values/phone.ts'
import { AuthError } from './errors.ts'

/** An e-mail address in its stored form, or 400. */
export function emailOf(text: string): string {
  const email = text.length <= emailMaxLength ? parseEmail(text) : null
  if (!email)
    throw new AuthError(
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    )
  return email
}

/** A phone number in its stored form, or 400. */
export function phoneOf(text: string): string {
  const phone = parsePhoneDigits(text)
  if (!phone)
    throw new AuthError(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  return phone
}

/** The one address of a body; null where there is none. `both` is said where there are two. */
export function addressOf(
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
  both: string,
): Address | null {
  if (email && phone) throw new AuthError(400, 'validation_failed', both)
  if (email) return { email: emailOf(email) }
  return phone ? { phone: phoneOf(phone) } : null
}

/** Text messages are the only channel of a phone. */
export function checkChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms') {
    throw new AuthError(400, 'validation_failed', 'Invalid channel, supported values are sms')
  }
}
