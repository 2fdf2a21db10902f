/**
 * Which clashes of copied series a page showed, as values of its form. Pure; apart from the form's
 * schema, so that the page brings no validation into the browser.
 */
import { type Anyway, shownMark } from '#app/domain/calendar/shown-clashes.ts'

/** The form value for the clashes that the page showed of a series: its id and their mark. */
export const shownClashes = (id: string, clashes: readonly string[]) =>
  `${id}:${shownMark(clashes)}`

/** The clashes accepted for each series, by its id; an id alone accepts any clash. */
export const seenOf = (values: readonly string[]): ReadonlyMap<string, Anyway> =>
  new Map(
    values.map((value) => {
      const [id = '', mark = true] = value.split(':')
      return [id, mark]
    }),
  )
