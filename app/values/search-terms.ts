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
