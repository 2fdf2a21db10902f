import { parseSigningKeys, type SigningKeys } from './signing-keys.server.ts'

/** What an installation decides about accounts. Each variable is named in docs/operations.md. */
export type AuthConfiguration = {
  keys: SigningKeys
  /** New accounts may be made. */
  signUpEnabled: boolean
  /** An address must be confirmed by its mailed link before the first sign-in. */
  emailConfirmation: boolean
  passwordMinLength: number
  accessTokenSeconds: number
  /** A refresh token that was just replaced may be presented again for so long. */
  refreshReuseMs: number
  /** How long a mailed link works. */
  linkMs: number
}

type Variables = Partial<Record<`AUTH_${string}`, string>> & { JWT_KEYS?: string }

// Parsing happens once for each text; the memo is a pure function of it.
const parsedKeys = new Map<string | undefined, SigningKeys>()

function keysOf(text: string | undefined): SigningKeys {
  const keys = parsedKeys.get(text) ?? parseSigningKeys(text)
  parsedKeys.set(text, keys)
  return keys
}

/** Reads the configuration of accounts; throws an error that names the variable that is missing or wrong. */
export function readConfiguration(variables: Variables): AuthConfiguration {
  const flag = (name: `AUTH_${string}`, otherwise: boolean): boolean => {
    const value = variables[name]
    if (value === undefined || value === '') return otherwise
    if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false`)
    return value === 'true'
  }
  const number = (name: `AUTH_${string}`, otherwise: number, least: number, most: number): number => {
    const value = variables[name]
    if (value === undefined || value === '') return otherwise
    const n = Number(value)
    if (!Number.isInteger(n) || n < least || n > most) {
      throw new Error(`${name} must be a whole number from ${least} to ${most}`)
    }
    return n
  }
  return {
    keys: keysOf(variables.JWT_KEYS),
    signUpEnabled: flag('AUTH_SIGN_UP', true),
    emailConfirmation: flag('AUTH_EMAIL_CONFIRMATION', true),
    passwordMinLength: number('AUTH_PASSWORD_MIN_LENGTH', 8, 6, 72),
    accessTokenSeconds: number('AUTH_ACCESS_TOKEN_SECONDS', 3_600, 120, 86_400),
    refreshReuseMs: number('AUTH_REFRESH_REUSE_SECONDS', 10, 0, 60) * 1_000,
    linkMs: number('AUTH_LINK_SECONDS', 3_600, 60, 3_600) * 1_000,
  }
}
