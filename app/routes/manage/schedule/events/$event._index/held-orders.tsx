import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Label } from '#app/ui/list/label.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

type HeldWords = { id: string; name: string; email: string; tickets: string; until: string } & {
  proven: boolean
}

/** Orders that are not confirmed yet, with what they hold and until when; each can be released. */
export function HeldOrders(props: {
  studio: { slug: string }
  eventId: string
  held: readonly HeldWords[]
  canRelease: boolean
}) {
  const { studio, eventId, held, canRelease } = props
  const columns: Column<HeldWords>[] = [
    {
      name: 'Buyer',
      place: 'name',
      cell: ({ name, email }) => (
        <>
          {name} <small className="muted">{email}</small>
        </>
      ),
    },
    {
      name: 'State',
      place: 'state',
      cell: ({ proven }) =>
        proven ? (
          <Label text="Not confirmed yet" tone="line" />
        ) : (
          <Label text="Address not confirmed" tone="warn" />
        ),
    },
    {
      name: 'Tickets',
      place: 'under',
      cell: ({ tickets, until }) => (
        <>
          {tickets}, <small>kept until {until}</small>
        </>
      ),
    },
    ...(canRelease
      ? [
          {
            name: 'Release',
            head: <span className="vh">Release</span>,
            place: 'under',
            cell: ({ id, name }: HeldWords) => (
              <Form method="post" action={paths.manageEventAct(studio, eventId, 'holds')}>
                <button type="submit" className="button small" name="order" value={id}>
                  Release<span className="vh"> the tickets of {name}</span>
                </button>
              </Form>
            ),
          } as Column<HeldWords>,
        ]
      : []),
  ]
  return (
    <section id="held">
      <div className="section-head">
        <h2>Held</h2>
        <span className="muted">Not confirmed yet</span>
      </div>
      <Table
        caption="Orders that are not confirmed yet"
        columns={columns}
        rows={held}
        rowKey={({ id }) => id}
      />
    </section>
  )
}
