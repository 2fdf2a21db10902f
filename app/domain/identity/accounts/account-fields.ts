/**
 * What forms ask of a person about their account. Messages are on the type, since an empty input
 * arrives as none.
 */

import * as z from 'zod'
import { emailRules, emailWords, parseEmail } from '#app/values/email.ts'
import { asked } from '#app/values/field-rules.ts'
import { parsePhone, phoneRules, phoneWords } from '#app/values/phone.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { type PasswordCharacters, passwordProblem } from '../secrets/password-rule.ts'
import { passwordRefusalWords } from './password-words.ts'

/** The specification's sentence (§8) for a sign-in, sign-up or code without an address. */
export const addressAndPasswordMissing =
  'You must provide either an email or phone number and a password'

/** An e-mail address in lower case; `missing` is said where none was given. */
export function emailField(missing: string) {
  const typed = z.string({ error: missing }).transform((text, ctx) => {
    const email = parseEmail(text)
    if (email) return email
    ctx.addIssue({ code: 'custom', message: emailWords })
    return z.NEVER
  })
  return asked(typed, emailRules(emailWords))
}

/**
 * A phone number as accounts keep it, digits without the plus; `missing` is said where none was
 * given.
 */
export function phoneField(missing: string) {
  const typed = z.string({ error: missing }).transform((text, ctx) => {
    const phone = parsePhone(text)
    if (phone) return phone.slice(1)
    ctx.addIssue({ code: 'custom', message: phoneWords })
    return z.NEVER
  })
  return asked(typed, phoneRules(phoneWords))
}

/** A password to sign in with: anything that could be one. */
export const currentPasswordField = z
  .string({ error: 'Enter your password' })
  .max(1_000, { error: 'Enter your password' })

/** A password to keep. */
export function newPasswordField(minLength: number, characters: PasswordCharacters = 'any') {
  const typed = z.string({ error: 'Choose a password' }).superRefine((password, ctx) => {
    const problem = passwordProblem(password, { minLength, characters })
    if (problem === 'too_short') {
      ctx.addIssue({
        code: 'custom',
        message: `Choose a password of at least ${minLength} characters`,
      })
    }
    if (problem === 'too_long')
      ctx.addIssue({ code: 'custom', message: passwordRefusalWords.password_too_long })
    if (problem === 'characters')
      ctx.addIssue({ code: 'custom', message: passwordCharactersAsked[characters] })
  })
  return asked(typed, { minLength })
}

/** What is asked of the characters of a new password, as a sentence. */
const passwordCharactersAsked: Record<PasswordCharacters, string> = {
  any: '',
  letters_digits: 'Choose a password with a letter and a digit',
  lower_upper_letters_digits: 'Choose a password with a small letter, a capital letter and a digit',
  lower_upper_letters_digits_symbols:
    'Choose a password with a small letter, a capital letter, a digit and a symbol',
}

/** The name of a person; `missing` is said where none was given. */
export const personName = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(tidyText)
    .min(1, { error: missing })
    .max(80, { error: 'Enter a name of at most 80 characters' })
    .regex(/^\P{Cc}*$/u, { error: 'Enter a name without control characters' })

/** A person's name as they write it. */
export const nameField = personName('Enter your name')

/** The agreement to the terms: a ticked box. */
export const termsField = z
  .boolean({ error: 'Agree to the terms to continue' })
  .refine((agreed) => agreed, { error: 'Agree to the terms to continue' })
