/**
 * The address that answers to a letter come back to: `reply-<studio>-<token>@<domain>`. Mail servers
 * may write the part before the @ in lower case, so a studio's id stands in it as hex.
 */

const shape = /^reply-([0-9a-f]{24})-([0-9a-z]{16})$/

const hexOf = (text: string): string =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')

const textOf = (hex: string): string =>
  (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')

/** What stands before the @ for a conversation of a studio. */
export const replyKeyOf = (studioId: string, token: string): string =>
  `reply-${hexOf(studioId)}-${token}`

/** The studio and token of such an address; null where it is none. */
export function readReplyAddress(address: string): { studioId: string; token: string } | null {
  const [local = ''] = address.trim().toLowerCase().split('@')
  const match = shape.exec(local)
  return match ? { studioId: textOf(match[1] ?? ''), token: match[2] ?? '' } : null
}

/** A new token: sixteen characters that survive being written in lower case. */
export function newReplyToken(): string {
  const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => letters[byte % 36]).join('')
}
