/** How much room the boxes of the calendar need, so that no name reaches beyond its own. Pure. */

/** What is known of a box: its words, its length and how many share its column. */
export type Box = { name: string; minutes: number; lanes: number }

/** In pixels: a column on a desk, a letter, a line, the edge around the words. */
const [column, letter, line, edge] = [132, 6.3, 15.6, 8]

/** Five minutes as they are drawn: as usual, tall, and tallest (`staff-calendar.css`). */
const heights = [5.44, 7.36, 9.92]

/** The lowest of three heights of an hour (0, 1, 2) in which every name has its lines. */
export function hourHeight(boxes: readonly Box[]): 0 | 1 | 2 {
  const fits = heights.findIndex((five) =>
    boxes.every(({ name, minutes, lanes }) => {
      const lines = Math.max(1, Math.floor(((minutes / 5) * five - edge) / line))
      return linesOf(name, Math.floor((column / lanes - edge) / letter)) <= lines
    }),
  )
  return fits === 1 || fits === 0 ? fits : 2
}

/** Lines of so many letters that a text takes; a word that is longer is broken. */
function linesOf(text: string, letters: number): number {
  let [lines, left] = [0, 0]
  for (const word of text.split(/\s+/)) {
    if (word.length < left) {
      left -= word.length + 1
      continue
    }
    lines += Math.ceil(word.length / letters)
    left = letters - (word.length % letters || letters)
  }
  return lines
}
