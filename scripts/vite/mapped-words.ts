import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping'

/** Words that compilers write, which are on no line of ours. */
const written = ['children', 'function', 'return']

/** A word of a built text, and the line of a source that the map of the text names for it. */
export type MappedWord = { word: string; source: string; line: number; text: string }

/** Each word of six letters or more that begins, or is quoted, where the map has a mark. */
export function mappedWords(code: string, map: string): MappedWord[] {
  const traced = new TraceMap(map)
  const lines = code.split('\n')
  const sources = (traced.sourcesContent ?? []).map((content) => (content ?? '').split('\n'))
  return decodedMappings(traced).flatMap((marks, number) =>
    marks.flatMap(([column, source, line]): MappedWord[] => {
      if (source === undefined || line === undefined) return []
      const word = /^["'`]?([A-Za-z_]\w{5,})/.exec(lines[number]!.slice(column, column + 80))?.[1]
      if (word === undefined || written.includes(word)) return []
      const text = sources[source]?.[line] ?? ''
      return [{ word, source: traced.sources[source] ?? '', line: line + 1, text }]
    }),
  )
}

/** Which of them are not on the line that is named. */
export const misplaced = (words: readonly MappedWord[]) =>
  words.filter(({ word, text }) => !text.includes(word))
