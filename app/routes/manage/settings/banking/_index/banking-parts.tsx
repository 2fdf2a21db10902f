import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'

type State = { text: string; tone: LabelTone }

export type ShownPayout = {
  id: string
  day: string
  amount: string
  fees: string
  lines: string
  state: State
  failure: string
}

/** What was sent to the studio's bank, each opening into its lines. */
export function Payouts(props: {
  studio: { slug: string }
  held: string
  payouts: readonly ShownPayout[]
}) {
  const { studio, held, payouts } = props
  return (
    <section className="bill-part">
      <h2>Payouts</h2>
      <p className="muted">{held}</p>
      {payouts.length > 0 && (
        <Table
          caption="Payouts to your bank, newest first"
          rows={payouts}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Arrives',
              place: 'name',
              cell: ({ id, day }) => <Link to={paths.manageBankingPayout(studio, id)}>{day}</Link>,
            },
            { name: 'Made of', place: 'under', cell: ({ lines, failure }) => failure || lines },
            { name: 'Fees', place: 'desk', number: true, cell: ({ fees }) => fees },
            { name: 'Amount', place: 'under', number: true, cell: ({ amount }) => amount },
            {
              name: 'State',
              place: 'state',
              cell: ({ state }) => <Label text={state.text} tone={state.tone} />,
            },
          ]}
        />
      )}
    </section>
  )
}

export type ShownDispute = {
  id: string
  person: { id: string; name: string }
  invoiceId: string | null
  amount: string
  opened: string
  reason: string
  answer: string
  state: State
}

/** Payments that banks were asked to take back. */
export function Disputes(props: { studio: { slug: string }; disputes: readonly ShownDispute[] }) {
  const { studio, disputes } = props
  if (disputes.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Disputes</h2>
      <p className="muted">
        Someone asked their bank to take a payment back. Answer with Stripe until the day it names.
      </p>
      <Table
        caption="Disputes, newest first"
        rows={disputes}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Person',
            place: 'name',
            cell: ({ person }) => (
              <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
            ),
          },
          { name: 'Why', place: 'under', cell: ({ reason }) => reason },
          { name: 'Opened', place: 'desk', date: true, cell: ({ opened }) => opened },
          { name: 'Answer by', place: 'under', date: true, cell: ({ answer }) => answer },
          {
            name: 'Amount',
            place: 'under',
            number: true,
            cell: ({ amount, invoiceId }) =>
              invoiceId ? (
                <Link to={paths.manageInvoice(studio, invoiceId)}>{amount}</Link>
              ) : (
                amount
              ),
          },
          {
            name: 'State',
            place: 'state',
            cell: ({ state }) => <Label text={state.text} tone={state.tone} />,
          },
        ]}
      />
    </section>
  )
}
