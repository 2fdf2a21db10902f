import type { Watched } from '#app/domain/imports/holdings/holding-words.ts'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

/** The page shows so many of each list. */
const shown = 100

/** Who would be charged here and there, and whom nobody would charge. */
export function ChargedWrongly({ watch }: { watch: readonly Watched[] }) {
  return (
    <>
      <List id="twice" title="Charged twice" rows={watch.filter(({ list }) => list === 'twice')} />
      <List id="never" title="Never charged" rows={watch.filter(({ list }) => list === 'never')} />
    </>
  )
}

function List({ id, title, rows }: { id: string; title: string; rows: readonly Watched[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <span>{count(rows.length, 'contract')}</span>
      </div>
      <Table
        caption={`${title}, by line of the file`}
        rows={rows.slice(0, shown)}
        rowKey={({ line, why }) => `${line} ${why}`}
        columns={[
          { name: 'Line', place: 'desk', number: true, cell: ({ line }) => line },
          { name: 'Name', place: 'name', cell: ({ name, line }) => name || `Line ${line}` },
          { name: 'Why', place: 'under', cell: ({ why }) => why },
        ]}
      />
      {rows.length > shown && <p className="muted">The first {shown} are shown.</p>}
    </section>
  )
}
