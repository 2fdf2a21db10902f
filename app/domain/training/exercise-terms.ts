import { shortestMisspelt, spellingsOf } from '#app/values/search-terms.ts'

/**
 * How exercises are found although they are misspelt. Three things make two spellings one: letters
 * doubled or not (`dumbell`), one word or two (`pull up`, `pull-up`, `pullups`), and one slip — a
 * letter left out, put in, changed or swapped with its neighbor (`sqaut`, `plnak`).
 *
 * Each exercise keeps its words in normal form, its *terms*. Each term keeps its *spellings*:
 * itself and itself with each letter left out once. Two words that share a spelling are one slip
 * apart, which a database can look up by index; trigrams cannot find a swap in a short word, since
 * no three letters stay together.
 */

const longestTerm = 40
const mostWords = 6

/** A word in normal form: no accents, lower case, no plural s, no doubled letters. */
export function termOf(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  const singular = plain.length > 3 && /[^siu]s$/.test(plain) ? plain.slice(0, -1) : plain
  return singular.replace(/(\p{L})\1+/gu, '$1').slice(0, longestTerm)
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Neighbors that people also write as one: `pull-up`, `sit up`. */
function joined(text: string): string[] {
  const words = wordsOf(text)
  const short = (word: string | undefined) => word !== undefined && word.length <= 3
  const hyphened = new Set(
    (text.match(/[\p{L}\p{M}\p{N}]+(?=[-–'][\p{L}\p{N}])/gu) ?? []).map((word) => word),
  )
  return words
    .slice(0, -1)
    .flatMap((word, i) =>
      hyphened.has(word) || short(word) || short(words[i + 1]) ? [word + words[i + 1]] : [],
    )
}

export type Term = { term: string; weight: number }

/**
 * The terms an exercise is found by: 3 from its name, 2 from an alias, 1 from equipment, muscles
 * and category.
 */
export function termsOf(exercise: {
  name: string
  aliases: readonly string[]
  equipment: string
  category: string
  primaryMuscles: readonly string[]
}): Term[] {
  const found = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of [...wordsOf(text), ...joined(text)]) {
      const term = termOf(word)
      if (term) found.set(term, Math.max(found.get(term) ?? 0, weight))
    }
  }
  add(exercise.name, 3)
  for (const alias of exercise.aliases) add(alias, 2)
  for (const word of [exercise.equipment, exercise.category, ...exercise.primaryMuscles])
    add(word, 1)
  return [...found].map(([term, weight]) => ({ term, weight }))
}

export type SearchPattern = {
  /** Which of the typed words this pattern stands for, a bit each. */
  mask: number
  term: string
  spellings: string[]
}

/**
 * What a person typed, as patterns: each word, and each pair of neighbors as one word. At most six
 * words count.
 */
export function searchPatterns(typed: string): { words: number; patterns: SearchPattern[] } {
  const words = wordsOf(typed.normalize('NFC'))
    .map((word) => ({ word, term: termOf(word) }))
    .filter(({ term }) => term)
    .slice(0, mostWords)
  const single = words.map(({ term }, i) => ({ mask: 1 << i, term }))
  const pairs = words
    .slice(0, -1)
    .map(({ word }, i) => ({ mask: 3 << i, term: termOf(word + (words[i + 1]?.word ?? '')) }))
  // Three letters may be four with one left out; to guess further would find anything.
  const slipsOf = (term: string) =>
    term.length === shortestMisspelt - 1 ? [term] : spellingsOf(term)
  const patterns = [...single, ...pairs].map(({ mask, term }) => ({
    mask,
    term,
    spellings: slipsOf(term),
  }))
  return { words: words.length, patterns }
}
