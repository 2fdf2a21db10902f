/**
 * The codes of tickets: short enough to be read out at a door, long enough that nobody finds one.
 * Pure.
 */

/**
 * Letters and digits that cannot be taken for each other; all of them are in a QR's alphanumeric
 * set.
 */
export const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12

/** A new code of 60 random bits. */
export function newTicketCode(): string {
  // 32 letters: five bits of each byte, without bias.
  return [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => codeLetters[byte & 31])
    .join('')
}

/**
 * A code as it was typed or scanned, without what a hand or a printer puts between; null for what
 * is none.
 */
export function readTicketCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return code.length === length && [...code].every((letter) => codeLetters.includes(letter))
    ? code
    : null
}

/** `ABCD-EFGH-JKLM`, as it is printed. */
export const shownTicketCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
