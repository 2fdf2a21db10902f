/** "All the same": meant is what the page showed, and nothing that arose since. Pure. */

/**
 * What somebody means although it is in the way: nothing, whatever it is (`true`, or `on` of a form
 * that showed all there could be), or what was shown, by its mark.
 */
export type Anyway = boolean | string | undefined

/** The mark of sentences that are shown, as the value of the tick beside them. */
export const shownMark = (sentences: readonly string[]): string =>
  sentences.length === 0 ? '-' : sentences.map(markOf).join('.')

/** Whether all that is in the way now was shown to who says that it is meant. */
export function isMeant(anyway: Anyway, sentences: readonly string[]): boolean {
  if (anyway === true || anyway === 'on' || sentences.length === 0) return true
  if (!anyway) return false
  const shown = new Set(anyway.split('.'))
  return sentences.every((sentence) => shown.has(markOf(sentence)))
}

/** FNV-1a of 32 bits: nobody gains by two sentences of one mark. */
function markOf(sentence: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < sentence.length; i += 1)
    hash = Math.imul(hash ^ sentence.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
