import type { FieldRules } from './field-rules.ts'

/** Longest address that is accepted, as the wire contract has it. */
export const emailMaxLength = 255

// One printable ASCII local part and a domain with a dot: what a mail server will take. No quotes,
// brackets, commas or control characters, so that an address can never be two addresses or a
// header.
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * An e-mail address trimmed and in lower case, the form in which it is stored and compared; null
 * when it is none.
 */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= emailMaxLength && form.test(email) && !email.includes('..') ? email : null
}

const local = "[a-zA-Z0-9.!#$%&'*+\\/=?^_`\\{\\|\\}~\\-]{1,64}"
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?'

/** What is said of an address that is none. */
export const emailWords = 'Enter an email address like name@example.com'

/** What a browser is told of a field that is read with `parseEmail`; `title` says it in words. */
export const emailRules = (title: string): FieldRules => ({
  maxLength: emailMaxLength,
  pattern: `\\s*(?!\\S*\\.\\.)${local}@${label}(?:\\.${label})+\\s*`,
  title,
})
