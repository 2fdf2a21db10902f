import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/list/table.tsx'

type ImportRow = {
  id: string
  fileName: string
  state: string
  what: string
  when: string
  by: string
}

/** What was brought in before, newest first. */
export function ImportsTable({
  studio,
  imports,
}: {
  studio: { slug: string }
  imports: readonly ImportRow[]
}) {
  return (
    <Table
      caption="Imports, newest first"
      rows={imports}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'File',
          place: 'name',
          cell: ({ id, fileName }) => <Link to={paths.manageImport(studio, id)}>{fileName}</Link>,
        },
        {
          name: 'State',
          place: 'state',
          cell: ({ state }) => <span className="label">{state}</span>,
        },
        { name: 'What', place: 'under', cell: ({ what }) => what },
        { name: 'When', place: 'under', cell: ({ when }) => when },
        { name: 'By', place: 'desk', cell: ({ by }) => by },
      ]}
    />
  )
}
