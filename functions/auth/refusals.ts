/** What the domain refuses, in the words of the wire (auth-api.md §3). */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  characterSets,
  type PasswordRule,
  passwordMaxBytes,
  weaknessesOf,
} from '#app/domain/identity/secrets/password-rule.ts'
import type { AuthErrorCode } from './error-codes.ts'
import { AuthError } from './errors.ts'

const table = {
  too_many_tries: [429, 'over_request_rate_limit', 'Request rate limit reached'],
  too_many_mails: [429, 'over_email_send_rate_limit', 'Email rate limit exceeded'],
  too_many_sms: [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'],
  sign_up_disabled: [422, 'signup_disabled', 'Signups not allowed for this instance'],
  phone_disabled: [400, 'phone_provider_disabled', 'Unsupported phone provider'],
  anonymous_disabled: [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  no_account: [422, 'otp_disabled', 'Signups not allowed for otp'],
  user_already_exists: [422, 'user_already_exists', 'User already registered'],
  invalid_credentials: [400, 'invalid_credentials', 'Invalid login credentials'],
  email_not_confirmed: [400, 'email_not_confirmed', 'Email not confirmed'],
  phone_not_confirmed: [400, 'phone_not_confirmed', 'Phone not confirmed'],
  insufficient_aal: [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ],
  user_sso_managed: [
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account not possible',
  ],
  needs_address: [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ],
  metadata_too_long: [
    400,
    'validation_failed',
    'User metadata cannot be longer than 8192 characters',
  ],
  email_exists: [422, 'email_exists', 'A user with this email address has already been registered'],
  phone_exists: [422, 'phone_exists', 'A user with this phone number has already been registered'],
  reauthentication_needed: [
    400,
    'reauthentication_needed',
    'Password update requires reauthentication',
  ],
  reauthentication_not_valid: [
    422,
    'reauthentication_not_valid',
    'Nonce has expired or is invalid',
  ],
  current_password_required: [
    400,
    'current_password_required',
    'Current password required when setting new password.',
  ],
  current_password_invalid: [400, 'current_password_invalid', 'Current password is not valid.'],
  same_password: [422, 'same_password', 'New password should be different from the old password.'],
  flow_state_not_found: [
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
  ],
  flow_state_expired: [422, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  bad_code_verifier: [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ],
  user_banned: [400, 'user_banned', 'User is banned'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, AuthErrorCode, string]>

export type Refusal =
  | { reason: keyof typeof table; seconds?: number | null }
  | { reason: 'mail_too_soon' | 'sms_too_soon'; seconds: number }

/** The error of a refusal. */
export function refusalError(refusal: Refusal): AuthError {
  if (refusal.reason === 'mail_too_soon' || refusal.reason === 'sms_too_soon') {
    const code =
      refusal.reason === 'mail_too_soon' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit'
    const { seconds } = refusal
    const wait = `For security purposes, you can only request this after ${seconds} seconds.`
    return new AuthError(429, code, wait)
  }
  const [status, code, message] = table[refusal.reason]
  return new AuthError(status, code, message)
}

/** What a weak password lacks, in words and as the body's field. */
export function weakPassword(password: string, rule: PasswordRule) {
  const reasons = weaknessesOf(password, rule)
  const asked = characterSets[rule.characters].join(', ')
  const message = [
    ...(reasons.includes('length')
      ? [`Password should be at least ${rule.minLength} characters.`]
      : []),
    ...(reasons.includes('characters')
      ? [`Password should contain at least one character of each: ${asked}.`]
      : []),
  ].join(' ')
  return { message, reasons }
}

/** The error of a new password that breaks the rules. */
export function passwordError(password: string, rule: PasswordRule): AuthError {
  const { message, reasons } = weakPassword(password, rule)
  if (new TextEncoder().encode(password).length > passwordMaxBytes) {
    return new AuthError(
      400,
      'validation_failed',
      `Password cannot be longer than ${passwordMaxBytes} characters`,
    )
  }
  return new AuthError(422, 'weak_password', message, { weak_password: { reasons } })
}

const passwordReasons = ['password_too_short', 'password_too_long', 'password_characters'] as const
type PasswordReason = (typeof passwordReasons)[number]

export const isPasswordReason = (reason: string): reason is PasswordReason =>
  (passwordReasons as readonly string[]).includes(reason)
