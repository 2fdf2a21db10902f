import { Link } from '@remix-run/react'
import { type Column, Table } from '#app/ui/list/table.tsx'

type Cell = { text: string; path: string }
type Row = { id: string; cells: readonly Cell[] }

export type ShownColumn = {
  id: string
  name: string
  about: string
  formula: string
  number: boolean
  sort: { path: string; current?: 'ascending' | 'descending' | undefined }
}

/** Rows of a report with their totals; each number opens into what it counts. */
export function ReportTable({
  title,
  columns,
  rows,
  totals,
}: {
  title: string
  columns: readonly ShownColumn[]
  rows: readonly Row[]
  totals: readonly string[]
}) {
  const last: Row = {
    id: 'total',
    cells: totals.map((text, i) => ({ text: i === 0 && text === '' ? 'Total' : text, path: '' })),
  }
  const drawn = columns.map(
    ({ id, name, number, sort }, i): Column<Row> => ({
      name: `${name} ${id}`,
      head: name,
      number,
      place: placeOf(i, columns.length),
      ...(number || i === 0
        ? { sort: { path: sort.path, ...(sort.current ? { current: sort.current } : {}) } }
        : {}),
      cell: ({ id: row, cells }) => {
        const { text = '', path = '' } = cells[i] ?? {}
        const words = path ? <Link to={path}>{text}</Link> : text
        return row === 'total' ? <b>{words}</b> : words
      },
    }),
  )
  return (
    <div className="report-scroll">
      <Table
        caption={title}
        rows={rows.length > 0 && totals.some(Boolean) ? [...rows, last] : rows}
        rowKey={({ id }) => id}
        columns={drawn}
      />
    </div>
  )
}

/** On phones: the first is the row's name, the last its state, two more go below it. */
function placeOf(at: number, columns: number): NonNullable<Column<Row>['place']> {
  if (at === 0) return 'name'
  if (at === columns - 1) return 'state'
  return at <= 2 ? 'under' : 'desk'
}
