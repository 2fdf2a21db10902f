import type { ComparedLine } from '#app/domain/person-records/merge-words.ts'
import { type Column, Table } from '#app/ui/list/table.tsx'

type Shown = { name: string; note: string }

/** Two records side by side, with what the one that is kept will say. */
export function Compared(props: {
  fields: readonly ComparedLine[]
  counts: readonly ComparedLine[]
  kept: Shown
  gone: Shown
}) {
  const { fields, counts, kept, gone } = props
  const columns: Column<ComparedLine>[] = [
    { name: 'What', place: 'name', cell: ({ name }) => name },
    {
      name: 'kept',
      head: (
        <>
          Kept: {kept.name} <small>{kept.note}</small>
        </>
      ),
      place: 'under',
      cell: ({ kept: text }) => text || <span className="muted">Nothing</span>,
    },
    {
      name: 'gone',
      head: (
        <>
          Merged: {gone.name} <small>{gone.note}</small>
        </>
      ),
      place: 'under',
      cell: ({ gone: text }) => text || <span className="muted">Nothing</span>,
    },
    { name: 'Afterwards', place: 'state', cell: ({ after }) => <b>{after}</b> },
  ]
  return (
    <>
      <Table
        caption="The two records, and what the kept one says afterwards"
        columns={columns}
        rows={[...fields, ...counts]}
        rowKey={({ name }) => name}
      />
      <p className="muted">
        Details that differ are written in a note, so nothing is lost. Links to {gone.name} lead to{' '}
        {kept.name}.
      </p>
    </>
  )
}
