import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Table } from '#app/ui/list/table.tsx'
import type { DrawnSteps } from './drawn-steps.ts'
import { Waterfall, WaterfallTable } from './waterfall.tsx'

type StudioRef = { slug: string }

export type ShownMovement = DrawnSteps & {
  title: string
  opening: { name: string; amount: string }
  closing: { name: string; amount: string }
  kinds: {
    kind: string
    name: string
    amount: string
    rows: { id: string; personId: string; person: string; what: string; amount: string }[]
  }[]
}

/** Recurring revenue from its opening to its closing, each figure opening into its people. */
export function Recurring(props: { studio: StudioRef; movement: ShownMovement | null }) {
  const { studio, movement } = props
  return (
    <section aria-labelledby="movement">
      <h2 id="movement">{movement ? movement.title : 'Recurring revenue'}</h2>
      {movement && movement.steps.length > 0 && (
        <>
          {movement.scale && <p className="muted not-phone">{movement.scale}</p>}
          <Waterfall
            title={movement.title}
            description={movement.steps
              .map(({ name, people, amount }) => `${name}: ${people}, ${amount}`)
              .join('; ')}
            steps={movement.steps}
          />
          <WaterfallTable caption={movement.title} steps={movement.steps} />
        </>
      )}
      {movement ? (
        <ul className="movement">
          <li>
            <span>{movement.opening.name}</span> <b>{movement.opening.amount}</b>
          </li>
          {movement.kinds.map(({ kind, name, amount, rows }) => (
            <li key={kind}>
              <details>
                <summary>
                  <span>{name}</span> <b>{amount}</b>
                </summary>
                <ul>
                  {rows.map((row) => (
                    <li key={row.id}>
                      <span>
                        <Link to={paths.managePerson(studio, row.personId)}>{row.person}</Link>{' '}
                        <small>{row.what}</small>
                      </span>{' '}
                      <span>{row.amount}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
          <li>
            <span>{movement.closing.name}</span> <b>{movement.closing.amount}</b>
          </li>
        </ul>
      ) : (
        <p className="muted">
          What memberships come to a month, and who joined and left. It is written at the end of
          each day, the first time the day after you sell a membership.
        </p>
      )}
      <details className="about">
        <summary className="button quiet">What these numbers count</summary>
        <dl className="facts">
          <div>
            <dt>Recurring</dt>
            <dd>
              What memberships come to a month at the end of a day: 13 four-weekly or 52 weekly
              payments are 12 months. Free days and freezes count nothing; late payers count.
            </dd>
          </div>
          <div>
            <dt>Left</dt>
            <dd>Members whose last membership ended, of those who paid at the opening.</dd>
          </div>
          <div>
            <dt>Taken</dt>
            <dd>Money that came in, on the day it came. Account credit is not counted.</dd>
          </div>
        </dl>
      </details>
    </section>
  )
}

type Day = { day: string; name: string; taken: string; out: string; left: string }

/** Money of a month by day, each opening into its takings. */
export function TakenByDay(props: {
  studio: StudioRef
  month: string
  days: readonly Day[]
  left: string
}) {
  const { studio, month, days, left } = props
  return (
    <section aria-labelledby="taken">
      <h2 id="taken">Taken by day</h2>
      {days.length === 0 ? (
        <Empty
          icon="receipt"
          title="No payments in this month"
          text="Each day with payments appears here and opens into its takings."
        />
      ) : (
        <>
          <Table
            caption="Money of the month by day"
            rows={days}
            rowKey={({ day }) => day}
            columns={[
              {
                name: 'Day',
                place: 'name',
                cell: ({ day, name }) => (
                  <Link to={paths.manageTakings(studio, { day })}>{name}</Link>
                ),
              },
              { name: 'Taken', place: 'desk', number: true, cell: (row) => row.taken },
              {
                name: 'Refunded',
                place: 'under',
                number: true,
                cell: ({ out }) => out,
              },
              { name: 'Left', place: 'state', number: true, cell: (row) => row.left },
            ]}
          />
          <p className="month-sum">
            <span>{month}</span> <b>{left}</b>
          </p>
        </>
      )}
    </section>
  )
}
