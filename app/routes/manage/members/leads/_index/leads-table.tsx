import { Form, Link } from '@remix-run/react'
import { bulkLeadsActs, bulkLeadsButtons } from '#app/domain/leads/bulk-words.ts'
import type { LeadCard } from '#app/domain/leads/list/card-words.ts'
import { paths } from '#app/paths.ts'
import { Label } from '#app/ui/list/label.tsx'
import { BulkBar, PickAll, PickRow } from '#app/ui/list/pick.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

export type LeadTableRow = LeadCard & {
  stage: string
  email: string
  phone: string
  touched: string
}

const columns = (studio: { slug: string }): Column<LeadTableRow>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name, wish }) => (
      <>
        <Link to={paths.manageLead(studio, id)}>{name}</Link> {wish && <small>{wish}</small>}
      </>
    ),
  },
  { name: 'Stage', place: 'state', cell: ({ stage }) => <Label text={stage} tone={null} /> },
  {
    name: 'Next',
    place: 'under',
    cell: ({ next }) => next && <span className={next.late ? 'bad' : undefined}>{next.text}</span>,
  },
  { name: 'Source', place: 'desk', cell: ({ source }) => source },
  { name: 'Owner', place: 'desk', cell: ({ owner }) => owner },
  { name: 'Tags', place: 'wide', cell: ({ tags }) => tags },
  { name: 'Note', place: 'wide', cell: ({ note }) => note },
  { name: 'Last touch', place: 'under', cell: ({ touched }) => touched },
]

/** Leads as a table whose rows can be chosen, and what is done with those. */
export function LeadsTable(props: {
  studio: { slug: string }
  rows: readonly LeadTableRow[]
  caption: string
  canWrite: boolean
}) {
  const { studio, rows, caption, canWrite } = props
  const shown = columns(studio)
  if (!canWrite)
    return <Table caption={caption} columns={shown} rows={rows} rowKey={({ id }) => id} />
  const pick: Column<LeadTableRow> = {
    name: 'Choose',
    place: 'pick',
    head: <PickAll name="l" label="Choose all on this page" />,
    cell: ({ id, name }) => <PickRow name="l" value={id} label={name} />,
  }
  return (
    <Form action={paths.manageLeadsBulk(studio)} className="picking">
      <Table caption={caption} columns={[pick, ...shown]} rows={rows} rowKey={({ id }) => id} />
      <BulkBar label="With the leads selected">
        {bulkLeadsActs.map((act) => (
          <button key={act} type="submit" className="button small" name="act" value={act}>
            {bulkLeadsButtons[act]}
          </button>
        ))}
      </BulkBar>
    </Form>
  )
}
