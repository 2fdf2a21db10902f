/** How an SMS is charged: in parts, of which special characters make shorter ones. Pure. */

/** What a text can hold at its usual length (GSM 03.38); of the second list each counts twice. */
const usual = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const twice = new Set('^{}\\[~]|€\f')

export type TextParts = {
  /** Characters as networks count them. */
  length: number
  parts: number
  /** A character that makes its parts short, such as an emoji or a curly quote; empty is none. */
  special: string
}

/**
 * How many parts a text is sent in: 160 characters make one and 153 each of several; with one
 * character beyond the usual it is 70 and 67.
 */
export function textParts(text: string): TextParts {
  const special = [...text].find((char) => !usual.has(char) && !twice.has(char)) ?? ''
  const length = special
    ? text.length
    : [...text].reduce((sum, char) => sum + (twice.has(char) ? 2 : 1), 0)
  const [one, each] = special ? [70, 67] : [160, 153]
  return { length, special, parts: length <= one ? 1 : Math.ceil(length / each) }
}
