import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

export type Column<Row> = {
  name: string
  /** The head's words; by default the name. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are at the right. */
  number?: boolean
  /** A date or a time: never broken into two lines. */
  date?: boolean
  /**
   * What becomes of it on phones, where a row is two lines: `name` is the first line, `state` its
   * end, `under` goes to the second line, `desk` is left out; `wide` is left out on middling
   * screens, too. `pick` holds the row's tick box, `acts` what can be done with it on desks.
   */
  place?: 'pick' | 'name' | 'state' | 'under' | 'desk' | 'wide' | 'acts'
  /**
   * For a column that can be sorted: where its head leads, and how the list is sorted by it now.
   */
  sort?: { path: string; current?: 'ascending' | 'descending' }
}

/**
 * A table of a list, quiet on desks and two lines a row on phones. The display of its parts changes
 * there, which takes their meaning away, so every role is written out. `caption` says what the rows
 * are and how they are sorted.
 */
export function Table<Row>(props: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const { caption, columns, rows, rowKey } = props
  return (
    <table className="table" role="table">
      <caption className="vh">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <SortHeader key={column.name} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) =>
              column.place === 'name' ? (
                <th key={column.name} scope="row" role="rowheader" className={classOf(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.name} role="cell" className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortHeader<Row>({ column }: { column: Column<Row> }) {
  const { name, head = name, sort } = column
  return (
    <th scope="col" role="columnheader" className={classOf(column)} aria-sort={sort?.current}>
      {sort ? (
        <Link to={sort.path}>
          {head}
          {sort.current && <Icon name={sort.current === 'ascending' ? 'up' : 'down'} />}
        </Link>
      ) : (
        head
      )}
    </th>
  )
}

/** The class of a place where it is not the place's own name; the name needs none. */
const classes: { [place: string]: string | undefined } = { name: '', state: 'standing' }

function classOf<Row>({ place, number, date }: Column<Row>): string | undefined {
  const placed = place && (classes[place] ?? place)
  return [placed, number && 'num', date && 'date'].filter(Boolean).join(' ') || undefined
}
