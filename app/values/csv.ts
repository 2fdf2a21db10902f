/** A cell: text is guarded against being read as a formula, a number is written as it is. */
export type CsvCell = string | number

/** What makes a spreadsheet take text for a formula. */
const formula = /^[\s]*[=+\-@\t\r]/

/** An amount below nothing, which no spreadsheet runs. */
const amount = /^-\d+(?:\.\d+)?$/

/**
 * Rows as RFC 4180 text: commas, CRLF, quotes doubled. A cell of text that a spreadsheet would run
 * as a formula gets an apostrophe in front. Begins with a byte order mark, without which Excel does
 * not read UTF-8.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return csvMark + csvLines(rows)
}

/** What a file begins with. */
export const csvMark = '\uFEFF'

/** Rows of a file that has begun. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) && !amount.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
