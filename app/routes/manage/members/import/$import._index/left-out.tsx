import type { RefusedRow } from '#app/domain/imports/prepared-row.ts'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

/** Rows of the file that are not people: where, and why. */
export function LeftOut(props: {
  rows: readonly RefusedRow[]
  total: number
  /** The file of all of them; null once it is deleted. */
  csv: string | null
  again: boolean
}) {
  const { rows, total, csv, again } = props
  return (
    <section aria-labelledby="left-out">
      <div className="section-head">
        <h2 id="left-out">{count(total, 'row')} left out</h2>
        {csv && (
          <a href={csv} download>
            Download them with reasons (CSV)
          </a>
        )}
      </div>
      <Table
        caption="Rows left out, by line of the file"
        rows={rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { name: 'Line', place: 'desk', number: true, cell: ({ line }) => line },
          { name: 'Name', place: 'name', cell: ({ name, line }) => name || `Line ${line}` },
          { name: 'Column', place: 'desk', cell: ({ column }) => column },
          { name: 'Value', place: 'state', cell: ({ value }) => value.slice(0, 40) },
          { name: 'Why', place: 'under', cell: ({ why }) => why },
        ]}
      />
      {total > rows.length && <p className="muted">The first {rows.length} are shown.</p>}
      {again && (
        <p className="muted">
          Correct them in the file, or in the CSV of these rows, and import that again: everyone
          else stays as they are.
        </p>
      )}
    </section>
  )
}
