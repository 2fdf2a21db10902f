import { Link } from '@remix-run/react'
import type { InvoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/list/table.tsx'

/** What was paid of an invoice, and what came back. */
export function Payments({ view }: { view: InvoiceView }) {
  if (view.payments.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Payments</h2>
      <Table
        caption="Payments, oldest first"
        rows={view.payments}
        rowKey={({ id }) => id}
        columns={[
          { name: 'When', place: 'name', cell: ({ when }) => when },
          { name: 'How', place: 'under', cell: ({ how }) => how },
          { name: 'Taken by', place: 'under', cell: ({ by }) => by },
          { name: 'Note', place: 'wide', cell: ({ note }) => note },
          { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
        ]}
      />
    </section>
  )
}

/** Gift cards that its lines sold. */
export function SoldCards(props: {
  studio: { slug: string }
  cards: readonly { id: string; name: string }[]
}) {
  const { studio, cards } = props
  if (cards.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Gift cards</h2>
      <ul className="lines">
        {cards.map(({ id, name }) => (
          <li key={id}>
            <Link to={paths.manageGiftCard(studio, id)}>Gift card {name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
