/** What a member shows at the desk: eight letters and digits, on a screen as QR. */

/**
 * Without vowels, so that no code is a name or a word, and without what is mistaken for something
 * else (0 O, 1 I L).
 */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 8

/**
 * What is in front of it in the QR picture, so that a scanner's text is told from typed names.
 */
const prefix = 'CADENCE:'

/** A new code; nobody guesses one of 28^8 through a limited number of tries. */
export function newMemberCode(): string {
  let code = ''
  while (code.length < length) {
    // 252 is the largest multiple of 28 in a byte: no letter comes more often than another.
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 252 && code.length < length) code += alphabet[byte % alphabet.length]
    }
  }
  return code
}

/** What the QR picture says. */
export const scannedText = (code: string) => `${prefix}${code}`

/** `BCDF 2345`, as it is read out and typed. */
export const spokenCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`

const form = new RegExp(`^(?:${prefix})?([${alphabet}]{${length}})$`)

/**
 * The code in what was scanned or typed, with or without its prefix, spaces and letter case; null
 * when it is none.
 */
export function codeIn(typed: string): string | null {
  return form.exec(typed.toUpperCase().replace(/[\s-]/g, ''))?.[1] ?? null
}

/** Whether it came from the picture and not from someone's fingers. */
export const isScanned = (typed: string) => typed.trim().toUpperCase().startsWith(prefix)
