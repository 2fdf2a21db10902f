import type { ChartRow } from '#app/ui/chart/figure-frame.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

const heads = ['For', 'Taken', 'Refunded', 'Invoiced', 'Earned'] as const

/** Cash, invoices and accrual, side by side. */
export function MoneyBeside({
  rows,
  totals,
}: {
  rows: readonly ChartRow[]
  totals: readonly string[]
}) {
  const places = ['name', 'under', 'wide', 'under', 'state'] as const
  return (
    <Table
      caption="Taken, invoiced and earned by what it was for"
      rows={[...rows, { id: 'all', cells: ['All', ...totals] }]}
      rowKey={({ id }) => id}
      columns={heads.map(
        (name, i): Column<ChartRow> => ({
          name,
          place: places[i]!,
          number: i > 0,
          cell: ({ id, cells }) => (id === 'all' ? <b>{cells[i]}</b> : cells[i]),
        }),
      )}
    />
  )
}

type Room = { id: string; name: string; hours: string; each: string; filled: string }

/** How much rooms are used. */
export function RoomTable({ rooms }: { rooms: readonly Room[] }) {
  return (
    <section className="chart" aria-labelledby="rooms">
      <h2 id="rooms">{rooms[0] ? `${rooms[0].name} is used most` : 'Rooms'}</h2>
      <p className="muted">Hours of classes, and places filled</p>
      {rooms.length > 0 ? (
        <Table
          caption="Rooms by hours used"
          rows={rooms}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Room', place: 'name', cell: ({ name }) => name },
            { name: 'Used', place: 'under', number: true, cell: ({ hours }) => hours },
            { name: 'Each day', place: 'under', number: true, cell: ({ each }) => each },
            { name: 'Filled', place: 'state', number: true, cell: ({ filled }) => filled },
          ]}
        />
      ) : (
        <p className="muted">No room was used.</p>
      )}
    </section>
  )
}

type Price = { id: string; name: string; change: string; sold: string; ended: string }

/** What new prices did. */
export function PriceChanges({ prices }: { prices: readonly Price[] }) {
  return (
    <section className="chart" aria-labelledby="prices">
      <h2 id="prices">
        {prices.length > 0 ? 'What new prices did' : 'No price changed in six months'}
      </h2>
      <p className="muted">Sold and ended in a month, before a plan’s new price and since</p>
      <ul className="sentences">
        {prices.map(({ id, name, change, sold, ended }) => (
          <li key={id}>
            <span>
              <b>{name}</b> {change}. {sold}; {ended}.
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
