/** Tables as people's programs write them: CSV with any delimiter, line end and quoting. */
import Papa from 'papaparse'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A row of a file; `line` is where it begins, counted from 1. */
export type TableRow = { line: number; cells: string[] }

export type Table = {
  delimiter: Delimiter
  /** The names of the columns. */
  header: string[]
  /** Rows below the header that say anything. */
  rows: TableRow[]
  /** Lines where a quotation mark is opened that is never closed: what follows is lost in it. */
  unclosed: number | null
}

/**
 * Reads a table whose first row that says anything names its columns. Lines may end in CRLF, LF or
 * CR, and cells may hold line breaks in quotes. `sep=;` on the first line, as Excel writes it, is
 * obeyed.
 */
export function readTable(given: string): Table {
  const text = given.replace(/\r\n?/g, '\n')
  const said = /^sep=([,;\t|])\n/i.exec(text)
  const delimiter = (said?.[1] as Delimiter | undefined) ?? delimiterOf(text)
  const { rows, unclosed } = rowsOf(said ? text.slice(said[0].length) : text, delimiter)
  const shift = said ? 1 : 0
  const [head, ...rest] = rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line: line + shift, cells }))
  return {
    delimiter,
    header: head?.cells ?? [],
    rows: rest,
    unclosed: unclosed && unclosed + shift,
  }
}

function rowsOf(text: string, delimiter: Delimiter, preview = 0) {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
  let line = 1
  const rows = data.map((cells): TableRow => {
    const row = { line, cells }
    line += 1 + cells.reduce((n, cell) => n + breaksIn(cell), 0)
    return row
  })
  const broken = errors.find(({ code }) => code === 'MissingQuotes')?.row
  return { rows, unclosed: broken === undefined ? null : (rows[broken]?.line ?? null) }
}

function breaksIn(cell: string): number {
  let n = 0
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) n += 1
  return n
}

/** Rows that are looked at to tell the delimiter. */
const looked = 60

/**
 * The delimiter that cuts most rows into as many cells as the first; of several the one that makes
 * more columns. A text that none cuts is one column.
 */
function delimiterOf(text: string): Delimiter {
  const start = text.slice(0, 400_000)
  const scores = delimiters.map((delimiter) => {
    const rows = rowsOf(start, delimiter, looked).rows.filter(({ cells }) => cells.some(Boolean))
    const columns = rows[0]?.cells.length ?? 0
    const alike = rows.filter(({ cells }) => cells.length === columns).length
    return { delimiter, columns, share: columns < 2 ? 0 : alike / rows.length }
  })
  const [best] = scores.sort((a, b) => b.share - a.share || b.columns - a.columns)
  return best && best.share > 0 ? best.delimiter : ','
}
