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
