import { type ReactNode, useId } from 'react'
import { type Column, Table } from '../list/table.tsx'

export type ChartRow = { id: string; cells: readonly string[] }

/**
 * A chart with what it says: a title that is the finding, what is drawn, the drawing, and the same as
 * a table. `chart` is given the id that names it.
 */
export function ChartFigure(props: {
  title: string
  about: string
  /** Heads of the table; the first names the row. */
  head: readonly string[]
  rows: readonly ChartRow[]
  children: ReactNode
  after?: ReactNode
}) {
  const { title, about, head, rows, children, after } = props
  const id = useId()
  const columns = head.map(
    (name, i): Column<ChartRow> => ({
      name,
      place: placeOf(i, head.length),
      number: i > 0,
      cell: ({ cells }) => cells[i] ?? '',
    }),
  )
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{about}</p>
      {children}
      {after}
      {rows.length > 0 && (
        <details className="as-table">
          <summary>As a table</summary>
          <Table caption={title} rows={rows} rowKey={(row) => row.id} columns={columns} />
        </details>
      )}
    </section>
  )
}

function placeOf(at: number, columns: number): 'name' | 'state' | 'under' {
  if (at === 0) return 'name'
  return at === columns - 1 ? 'state' : 'under'
}
