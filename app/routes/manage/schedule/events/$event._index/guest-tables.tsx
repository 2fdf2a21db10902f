import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

type StudioRef = { slug: string }

type TypeWords = {
  id: string
  name: string
  price: string
  sold: string
  rule: string
  archived: boolean
}

/** What is sold: each type with its price, how many are taken and when it can be ordered. */
export function TicketTypesTable(props: {
  studio: StudioRef
  eventId: string
  types: readonly TypeWords[]
  canWrite: boolean
}) {
  const { studio, eventId, types, canWrite } = props
  const columns: Column<TypeWords>[] = [
    {
      name: 'Ticket',
      place: 'name',
      cell: ({ id, name }) =>
        canWrite ? <Link to={paths.manageTicketType(studio, eventId, id)}>{name}</Link> : name,
    },
    { name: 'Sold', place: 'under', number: true, cell: ({ sold }) => sold },
    { name: 'Price', place: 'state', number: true, cell: ({ price }) => price },
    { name: 'Sale', place: 'under', cell: ({ rule }) => <span className="muted">{rule}</span> },
  ]
  return (
    <Table
      caption="Ticket types in the order of sale"
      columns={columns}
      rows={types}
      rowKey={({ id }) => id}
    />
  )
}

export type GuestWords = {
  id: string
  code: string
  name: string
  ticket: string
  label: { text: string; tone: LabelTone }
  message: string
  money: string
  admits: boolean
}

/** Guests by name; anyone who is expected can be admitted from the row. */
export function GuestsTable(props: {
  studio: StudioRef
  eventId: string
  guests: readonly GuestWords[]
  canAdmit: boolean
}) {
  const { studio, eventId, guests, canAdmit } = props
  const columns: Column<GuestWords>[] = [
    {
      name: 'Guest',
      place: 'name',
      cell: ({ id, name }) => <Link to={paths.manageTicket(studio, eventId, id)}>{name}</Link>,
    },
    { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
    {
      name: 'Ticket',
      place: 'under',
      cell: ({ ticket, message }) => (
        <>
          {ticket}
          {message && <small>, {message}</small>}
        </>
      ),
    },
    { name: 'Price', place: 'desk', number: true, cell: ({ money }) => money },
    ...(canAdmit
      ? [
          {
            name: 'Admit',
            head: <span className="vh">Admit</span>,
            place: 'under',
            cell: ({ code, name, admits }: GuestWords) =>
              admits ? (
                <Form method="post" action={paths.manageEventAct(studio, eventId, 'check-in')}>
                  <input type="hidden" name="code" value={code} />
                  <button type="submit" className="button small" name="back" value="list">
                    Admit<span className="vh"> {name}</span>
                  </button>
                </Form>
              ) : null,
          } as Column<GuestWords>,
        ]
      : []),
  ]
  return <Table caption="Guests by name" columns={columns} rows={guests} rowKey={({ id }) => id} />
}
