/** Longest password in bytes, as the wire contract has it (what bcrypt reads). */
export const passwordMaxBytes = 72

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const symbols = `!@#$%^&*()_+-=[]{};'\\:"|<>?,./\`~`

/**
 * The sets of characters that a new password needs one each of, by the words of
 * AUTH_PASSWORD_CHARACTERS.
 */
export const characterSets = {
  any: [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
} as const satisfies Record<string, readonly string[]>

export type PasswordCharacters = keyof typeof characterSets

/**
 * What an installation asks of a new password. `minLength` counts characters as people see letters.
 */
export type PasswordRule = { minLength: number; characters: PasswordCharacters }

export type PasswordProblem = 'too_short' | 'too_long' | 'characters'

/** The rule of an installation. */
export const passwordRuleOf = (configuration: {
  passwordMinLength: number
  passwordCharacters: PasswordCharacters
}): PasswordRule => ({
  minLength: configuration.passwordMinLength,
  characters: configuration.passwordCharacters,
})

/** Why a password is weak, in the words of the wire; empty when it will do. */
export function weaknessesOf(
  password: string,
  { minLength, characters }: PasswordRule,
): ('length' | 'characters')[] {
  const missing = characterSets[characters].some(
    (set) => ![...set].some((character) => password.includes(character)),
  )
  return [
    ...([...password].length < minLength ? ['length' as const] : []),
    ...(missing ? ['characters' as const] : []),
  ]
}

/** What is wrong with a new password, the first thing first; null when it will do. */
export function passwordProblem(password: string, rule: PasswordRule): PasswordProblem | null {
  if (new TextEncoder().encode(password).length > passwordMaxBytes) return 'too_long'
  const [first] = weaknessesOf(password, rule)
  if (!first) return null
  return first === 'length' ? 'too_short' : 'characters'
}
