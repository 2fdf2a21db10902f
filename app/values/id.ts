/** What an id looks like: for keys that a form carries back. */
export const idForm = /^[0-9A-Za-z]{12}$/

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 2024-01-01T00:00:00Z in seconds; five base-62 digits last until 2053. */
const epoch = 1_704_067_200

/**
 * A new id: twelve URL-safe characters that sort by the second they were made in. Five of time,
 * seven at random: ten thousand of one second, as an import makes them, meet once in 70,000
 * imports. Short because every booking row carries several.
 */
export function newId(): string {
  let seconds = Math.floor(Date.now() / 1000) - epoch
  let time = ''
  for (let i = 0; i < 5; i += 1) {
    time = alphabet[seconds % 62] + time
    seconds = Math.floor(seconds / 62)
  }
  return time + randomCharacters(7)
}

/** The id that `parts` always give: for what is made once however often it is asked for. */
export async function derivedId(...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join('\n')))
  return [...new Uint8Array(digest).slice(0, 12)].map((byte) => alphabet[byte % 62]).join('')
}

/** `length` random base-62 characters, without modulo bias. */
export function randomCharacters(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}
