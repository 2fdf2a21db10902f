/** Codes of gift cards as people read and type them. Pure. */

/** Without 0, 1, I, L and O, which people take for one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const length = 16

/** A new code: sixteen characters by chance, 79 bits. */
export function newGiftCode(): string {
  let code = ''
  while (code.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < alphabet.length * 8 && code.length < length) code += alphabet[byte % 31]
    }
  }
  return code
}

/** What was typed without spaces and hyphens, in capitals: the same card however it is written. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** `7K3M-Q9PX-4T2C-W8DN`: in fours, as it is printed; what was brought over as it was. */
export const codeInFours = (code: string): string =>
  code.length === length ? (code.match(/.{4}/g)?.join('-') ?? code) : code

/** `••••W8DN`: enough to tell cards apart, and not to use one. */
export const codeEnd = (lastFour: string): string => `••••${lastFour}`
