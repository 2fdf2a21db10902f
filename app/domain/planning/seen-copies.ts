/**
 * Which clashes of copied series a page showed, as values of its form. Pure; apart from the form's
 * schema, so that the page brings no validation into the browser.
 */
import { type Anyway, shownMark } from '#app/domain/calendar/shown-clashes.ts'

/** A series of which the page showed what its copy meets: its id, and the mark of that. */
export const seenValue = (id: string, clashes: readonly string[]) => `${id}:${shownMark(clashes)}`

/** What is meant of each series, by its id; an id alone means whatever it meets. */
export const seenOf = (values: readonly string[]): ReadonlyMap<string, Anyway> =>
  new Map(
    values.map((value) => {
      const [id = '', mark = true] = value.split(':')
      return [id, mark]
    }),
  )
