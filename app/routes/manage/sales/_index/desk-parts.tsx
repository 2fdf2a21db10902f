import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/list/table.tsx'

type StudioRef = { slug: string }

export type ShownFailed = {
  invoiceId: string
  person: { id: string; name: string }
  why: string
  next: string
  amount: string
}

/** Payments that no card made, each with what comes next. */
export function FailedPayments(props: { studio: StudioRef; failed: readonly ShownFailed[] }) {
  const { studio, failed } = props
  if (failed.length === 0) return null
  return (
    <section className="bill-part" id="failed">
      <h2>Failed payments</h2>
      <Table
        caption="Payments that failed and are still owed, newest first"
        rows={failed}
        rowKey={({ invoiceId }) => invoiceId}
        columns={[
          {
            name: 'Name',
            place: 'name',
            cell: ({ person }) => (
              <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
            ),
          },
          { name: 'Why', place: 'desk', cell: ({ why }) => why },
          { name: 'Next', place: 'under', cell: ({ next }) => next },
          {
            name: 'Amount',
            place: 'state',
            number: true,
            cell: ({ amount, invoiceId }) => (
              <Link to={paths.manageInvoice(studio, invoiceId)}>{amount}</Link>
            ),
          },
          {
            name: 'Pay link',
            head: <span className="vh">Pay link</span>,
            place: 'acts',
            cell: ({ invoiceId, person }) => (
              <Link
                className="button"
                to={paths.manageInvoiceAct(studio, invoiceId, 'collecting')}
                aria-label={`Pay link for ${person.name}`}
              >
                Pay link
              </Link>
            ),
          },
        ]}
      />
    </section>
  )
}

export type ShownPack = {
  lotId: string
  person: { id: string; name: string }
  pack: string
  expires: string
  booked: string
  credits: string
}

/** Packs whose credits run out soon. */
export function ExpiringPacks(props: { studio: StudioRef; packs: readonly ShownPack[] }) {
  const { studio, packs } = props
  if (packs.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Packs that expire within two weeks</h2>
      <Table
        caption="Packs with credits left, the first to expire first"
        rows={packs}
        rowKey={({ lotId }) => lotId}
        columns={[
          {
            name: 'Name',
            place: 'name',
            cell: ({ person }) => (
              <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
            ),
          },
          { name: 'Pack', place: 'under', cell: ({ pack }) => pack },
          { name: 'Expires', place: 'under', date: true, cell: ({ expires }) => expires },
          { name: 'Next class', place: 'desk', cell: ({ booked }) => booked },
          { name: 'Credits left', place: 'state', number: true, cell: ({ credits }) => credits },
        ]}
      />
      <p className="form-end">
        <Link className="button" to={`${paths.managePackages(studio)}/extend`}>
          Extend packs
        </Link>
      </p>
    </section>
  )
}

export type ShownTaken = {
  methods: { method: string; name: string; sum: string }[]
  rows: { kind: string; name: string; cells: { method: string; sum: string }[]; sum: string }[]
  sum: string
  from: string
  until: string
}

/** Money by kind and method; every figure opens into its rows. */
export function TakenByKind(props: { studio: StudioRef; title: string; taken: ShownTaken }) {
  const { studio, title, taken } = props
  const { from, until, methods, rows, sum } = taken
  const open = (of: { kind?: string; method?: string }) =>
    paths.manageTaken(studio, { from, until, ...of })
  const whole: ShownTaken['rows'][number] = {
    kind: '',
    name: 'Left',
    sum,
    cells: methods.map((one) => ({ method: one.method, sum: one.sum })),
  }
  return (
    <section className="bill-part">
      <h2>{title}</h2>
      <Table
        caption={title}
        rows={[...rows, whole]}
        rowKey={({ kind }) => kind || 'all'}
        columns={[
          { name: 'Kind', place: 'name', cell: ({ name }) => name },
          ...methods.map(({ method, name }, i) => ({
            name,
            place: 'desk' as const,
            number: true,
            cell: (row: ShownTaken['rows'][number]) => {
              const cell = row.cells[i]
              return cell?.sum ? <Link to={open({ kind: row.kind, method })}>{cell.sum}</Link> : ''
            },
          })),
          {
            name: 'Taken',
            place: 'state' as const,
            number: true,
            cell: (row: ShownTaken['rows'][number]) => (
              <Link to={open({ kind: row.kind })}>{row.sum}</Link>
            ),
          },
        ]}
      />
    </section>
  )
}

export type ShownProduct = { id: string; name: string; sold: string; sum: string }

/** What sold best over the counter. */
export function TopProducts(props: { studio: StudioRef; products: readonly ShownProduct[] }) {
  const { studio, products } = props
  if (products.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Top products</h2>
      <Table
        caption="Products by what they brought"
        rows={products}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Product',
            place: 'name',
            cell: ({ id, name }) => <Link to={paths.manageProduct(studio, id)}>{name}</Link>,
          },
          { name: 'Sold', place: 'under', number: true, cell: ({ sold }) => sold },
          { name: 'Amount', place: 'state', number: true, cell: ({ sum }) => sum },
        ]}
      />
    </section>
  )
}
