import { type CaptchaConfiguration, readCaptcha } from './hooks/captcha-configuration.ts'
import { type Hooks, readHooks } from './hooks/hook-configuration.ts'
import { type Providers, readProviders } from './providers/provider-configuration.ts'
import type { PasswordCharacters } from './secrets/password-rule.ts'
import { parseSigningKeys, type SigningKeys } from './sessions/signing-keys.server.ts'
import {
  choice,
  flag,
  json,
  limitScale,
  list,
  number,
  secretOf,
  type Variables,
} from './variables.ts'

/** What an installation decides about accounts. Each variable is named in docs/operations.md. */
export type AuthConfiguration = {
  keys: SigningKeys
  /**
   * Peppers codes and seals secrets of second factors: AUTH_SECRET, or COOKIE_SECRET where there is
   * none.
   */
  secret: string
  /**
   * Every call of the wire must carry one of the project's keys; off only behind a gateway that
   * asks for them.
   */
  apiKeyRequired: boolean
  /** New accounts may be made. */
  signUpEnabled: boolean
  /** An address must be confirmed by its mailed link before the first sign-in. */
  emailConfirmation: boolean
  /** A new address is confirmed from the old one as well. */
  secureEmailChange: boolean
  phoneEnabled: boolean
  /** A phone number must be confirmed by its code before the first sign-in. */
  phoneConfirmation: boolean
  anonymousEnabled: boolean
  manualLinking: boolean
  totpEnabled: boolean
  phoneFactorEnabled: boolean
  /** Second factors an account may hold. */
  maxFactors: number
  passwordMinLength: number
  /** Kinds of characters a new password needs one of each of. */
  passwordCharacters: PasswordCharacters
  /** A password change asks for a code when the session is older than a day. */
  reauthenticationForPassword: boolean
  currentPasswordForChange: boolean
  accessTokenSeconds: number
  /** A refresh token that was just replaced may be presented again for this long. */
  refreshReuseMs: number
  /** A session ends this long after it began, or after its last refresh; 0 for never. */
  sessionTimeboxMs: number
  sessionInactivityMs: number
  /** How long a mailed link and its code work. */
  linkMs: number
  /** How long a code sent by SMS works. */
  smsCodeMs: number
  /** So long lies between two messages of one kind to one address. */
  sendIntervalMs: number
  /** Mails and messages the whole installation sends an hour; 0 for no limit. */
  mailsPerHour: number
  smsPerHour: number
  /** Globs of addresses besides our own that a link may lead to. */
  redirectAllowList: string[]
  /** Phone numbers (digits only) whose code is always the same, for tests. */
  testCodes: Record<string, string>
  captcha: CaptchaConfiguration | null
  providers: Providers
  hooks: Hooks
}

// Parsing happens once for each text; the memo is a pure function of it.
const parsedKeys = new Map<string, SigningKeys>()

function keysOf({ JWT_KEYS, JWT_SECRET }: Variables): SigningKeys {
  const name = JSON.stringify([JWT_KEYS, JWT_SECRET])
  const keys = parsedKeys.get(name) ?? parseSigningKeys(JWT_KEYS, JWT_SECRET)
  parsedKeys.set(name, keys)
  return keys
}

// A request asks for the configuration more than once, and its variables do not change under it.
const read = new WeakMap<Variables, AuthConfiguration>()

/**
 * The configuration of accounts; throws an error that names the variable that is missing or wrong.
 */
export function readConfiguration(variables: Variables): AuthConfiguration {
  const known = read.get(variables) ?? freshConfiguration(variables)
  read.set(variables, known)
  return known
}

function freshConfiguration(variables: Variables): AuthConfiguration {
  const keys = keysOf(variables)
  const cookieSecret = secretOf(variables, 'COOKIE_SECRET')
  const secret = variables.AUTH_SECRET ? secretOf(variables, 'AUTH_SECRET') : cookieSecret
  const scale = limitScale(variables)
  return {
    keys,
    secret,
    apiKeyRequired: flag(variables, 'AUTH_API_KEY_REQUIRED', true),
    signUpEnabled: flag(variables, 'AUTH_SIGN_UP', true),
    emailConfirmation: flag(variables, 'AUTH_EMAIL_CONFIRMATION', true),
    secureEmailChange: flag(variables, 'AUTH_SECURE_EMAIL_CHANGE', true),
    phoneEnabled: flag(variables, 'AUTH_PHONE', true),
    phoneConfirmation: flag(variables, 'AUTH_PHONE_CONFIRMATION', true),
    anonymousEnabled: flag(variables, 'AUTH_ANONYMOUS', false),
    manualLinking: flag(variables, 'AUTH_MANUAL_LINKING', false),
    totpEnabled: flag(variables, 'AUTH_TOTP', true),
    phoneFactorEnabled: flag(variables, 'AUTH_PHONE_FACTOR', true),
    maxFactors: number(variables, 'AUTH_MAX_FACTORS', 10, 1, 30),
    passwordMinLength: number(variables, 'AUTH_PASSWORD_MIN_LENGTH', 8, 6, 72),
    passwordCharacters: choice(variables, 'AUTH_PASSWORD_CHARACTERS', [
      'any',
      'letters_digits',
      'lower_upper_letters_digits',
      'lower_upper_letters_digits_symbols',
    ]),
    reauthenticationForPassword: flag(variables, 'AUTH_REAUTHENTICATION_FOR_PASSWORD', false),
    currentPasswordForChange: flag(variables, 'AUTH_CURRENT_PASSWORD_FOR_CHANGE', false),
    accessTokenSeconds: number(variables, 'AUTH_ACCESS_TOKEN_SECONDS', 3_600, 5, 86_400),
    refreshReuseMs: number(variables, 'AUTH_REFRESH_REUSE_SECONDS', 10, 0, 60) * 1_000,
    sessionTimeboxMs: number(variables, 'AUTH_SESSION_TIMEBOX_SECONDS', 0, 0, 31_536_000) * 1_000,
    sessionInactivityMs:
      number(variables, 'AUTH_SESSION_INACTIVITY_SECONDS', 0, 0, 31_536_000) * 1_000,
    linkMs: number(variables, 'AUTH_LINK_SECONDS', 3_600, 1, 3_600) * 1_000,
    smsCodeMs: number(variables, 'AUTH_SMS_CODE_SECONDS', 60, 1, 600) * 1_000,
    sendIntervalMs: number(variables, 'AUTH_SEND_INTERVAL_SECONDS', 60, 0, 3_600) * 1_000,
    mailsPerHour: number(variables, 'AUTH_MAILS_PER_HOUR', 5_000 * scale, 0, 1_000_000),
    smsPerHour: number(variables, 'AUTH_SMS_PER_HOUR', 1_000 * scale, 0, 1_000_000),
    redirectAllowList: list(variables, 'AUTH_REDIRECT_ALLOW_LIST'),
    testCodes: json(variables, 'AUTH_TEST_CODES', parseTestCodes),
    captcha: readCaptcha(variables),
    providers: readProviders(variables),
    hooks: readHooks(variables),
  }
}

/** `{"447700900123": "123456"}`: numbers without a plus, codes of six digits. */
function parseTestCodes(value: unknown): Record<string, string> {
  if (value === undefined) return {}
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : null
  if (
    !entries?.every(([phone, code]) => /^\d{6,15}$/.test(phone) && /^\d{6}$/.test(String(code)))
  ) {
    throw new Error('AUTH_TEST_CODES must be an object of phone digits and six-digit codes')
  }
  return Object.fromEntries(entries.map(([phone, code]) => [phone, String(code)]))
}
