import * as z from 'zod'

/**
 * What is searched for, of an address: its first `most` characters, since a search that was dropped
 * for its length would find everything.
 */
export const searchText = (most: number) =>
  z
    .string()
    .transform((typed) => [...typed.trim()].slice(0, most).join('').trim())
    .catch('')

/**
 * What a person typed as an FTS5 query: every word must begin a word of the text. Words are quoted,
 * so nothing typed is an operator; at most eight count. Empty when there is no word in it.
 */
export function searchTerms(typed: string): string {
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 8)
    .map((word) => `"${word}"*`)
    .join(' ')
}

/** Letters a word needs for a slip to be looked for in it; shorter ones have too many neighbors. */
export const shortestMisspelt = 4

/**
 * The word and the word with each of its letters left out once; nothing for words too short to
 * guess at. Two words that share a spelling are one slip apart (a letter left out, put in, changed
 * or swapped with its neighbor), which a database can look up by index.
 */
export function spellingsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortestMisspelt) return []
  return [
    ...new Set([
      word,
      ...letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join('')),
    ]),
  ]
}
