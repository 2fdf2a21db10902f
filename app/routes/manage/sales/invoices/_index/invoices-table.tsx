import { Form, Link } from '@remix-run/react'
import type { StateWords } from '#app/domain/sales/invoices/invoice-words.ts'
import { paths } from '#app/paths.ts'
import { Label } from '#app/ui/list/label.tsx'
import { BulkBar, PickAll, PickRow } from '#app/ui/list/pick.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

type Row = {
  id: string
  title: string
  reference: string
  state: StateWords
  person: string
  what: string
  issued: string
  due: string
  total: string
  open: string
}

const bulkActs = [
  ['mail', 'Send again'],
  ['write_off', 'Write off'],
  ['void', 'Void'],
] as const

const pickColumn: Column<Row> = {
  name: 'Choose',
  place: 'pick',
  head: <PickAll name="i" label="Choose all on this page" />,
  cell: ({ id, title }) => <PickRow name="i" value={id} label={title} />,
}

const columns = (studio: { slug: string }): Column<Row>[] => [
  {
    name: 'Person',
    place: 'name',
    cell: ({ id, person, what, title }) => (
      <>
        <Link to={paths.manageInvoice(studio, id)}>
          {person}
          <span className="vh">, {title}</span>
        </Link>{' '}
        <small>{what}</small>
      </>
    ),
  },
  { name: 'Number', place: 'under', cell: ({ reference }) => reference },
  {
    name: 'State',
    place: 'state',
    cell: ({ state }) => <Label text={state.text} tone={state.tone} />,
  },
  { name: 'Issued', place: 'desk', cell: ({ issued }) => <span className="day">{issued}</span> },
  { name: 'Due', place: 'wide', cell: ({ due }) => <span className="day">{due}</span> },
  { name: 'Total', place: 'under', number: true, cell: ({ total }) => total },
  { name: 'To pay', place: 'desk', number: true, cell: ({ open }) => open },
]

/** The rows of the list, which can be chosen by anyone who may act on several. */
export function InvoicesTable({
  studio,
  rows,
  caption,
  canAct,
}: {
  studio: { slug: string }
  rows: readonly Row[]
  caption: string
  canAct: boolean
}) {
  const shown = columns(studio)
  if (!canAct)
    return <Table caption={caption} columns={shown} rows={rows} rowKey={({ id }) => id} />
  return (
    <Form action={paths.manageInvoicesBulk(studio)} className="picking">
      <Table
        caption={caption}
        columns={[pickColumn, ...shown]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <BulkBar label="With the invoices selected" of="Invoices">
        {bulkActs.map(([act, name]) => (
          <button key={act} type="submit" className="button small" name="act" value={act}>
            {name}
          </button>
        ))}
      </BulkBar>
    </Form>
  )
}
