import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { movementWords } from '#app/domain/insights/recurring/movement.ts'
import { salesPage } from '#app/domain/insights/recurring/sales-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLong, dayShort, money, monthYear } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'
import { drawnOf } from './drawn-steps.ts'
import { Waterfall, WaterfallTable } from './waterfall.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Sales', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const { slug, locale, currency } = ctx.studio
  const page = await salesPage(ctx, app.url.searchParams.get('month') ?? '')
  const { first, thisMonth, earliest, movement, days } = page
  const sum = (minor: number) => money(minor, currency, locale)
  const signed = (minor: number) => `${minor > 0 ? '+' : ''}${sum(minor)}`
  const monthBefore = addDays(first, -1).slice(0, 7)
  const total = (of: 'inMinor' | 'outMinor') => days.reduce((all, day) => all + day[of], 0)
  const change = movement ? movement.closing.minor - movement.opening.minor : 0
  return {
    studio: { slug },
    month: monthYear(first, locale),
    before: `${monthBefore}-01` >= earliest ? monthBefore : '',
    after: first < thisMonth ? addDays(first, 31).slice(0, 7) : '',
    taken: sum(total('inMinor')),
    refunded: sum(total('outMinor')),
    left: sum(total('inMinor') - total('outMinor')),
    days: days.map(({ day, inMinor, outMinor }) => ({
      day,
      name: dayShort(day, locale),
      taken: sum(inMinor),
      out: outMinor > 0 ? sum(-outMinor) : '',
      left: sum(inMinor - outMinor),
    })),
    file: paths.manageSalesCsv(ctx.studio, { month: first.slice(0, 7) }),
    movement: movement && {
      ...drawnOf(movement, { sum, signed, day: (on) => dayShort(on, locale) }),
      asOf: dayLong(movement.closing.day, locale),
      recurring: sum(movement.closing.minor),
      members: String(movement.closing.members),
      churn: movement.churnPermille === null ? '' : `${(movement.churnPermille / 10).toFixed(1)}%`,
      of: `${movement.kinds.find(({ kind }) => kind === 'left')?.people ?? 0} of ${movement.opening.members}`,
      title:
        change === 0
          ? 'Recurring revenue stayed the same'
          : `Recurring revenue is ${change > 0 ? 'up' : 'down'} ${sum(Math.abs(change))}`,
      opening: {
        name: `${dayShort(movement.opening.day, locale)}, ${count(movement.opening.members, 'member')}`,
        amount: sum(movement.opening.minor),
      },
      closing: {
        name: `${dayShort(movement.closing.day, locale)}, ${count(movement.closing.members, 'member')}`,
        amount: sum(movement.closing.minor),
      },
      kinds: movement.kinds.map(({ kind, people, amountMinor, rows }) => ({
        kind,
        name: `${people} ${movementWords[kind]}`,
        amount: signed(amountMinor),
        rows: rows.map((row) => ({
          id: `${row.day} ${row.personId}`,
          personId: row.personId,
          person: row.personName,
          what: `${row.plans.replaceAll(',', ', ')}, ${dayShort(row.day, locale)}`,
          amount: signed(row.amountMinor),
        })),
      })),
    },
  }
}

export default function Sales() {
  const data = useLoaderData<typeof loader>()
  const { studio, month, before, after, file, movement, taken, refunded, left, days } = data
  return (
    <>
      <PageHead
        title="Sales"
        intro={
          movement
            ? `${month}. Recurring revenue as of the end of ${movement.asOf}; money received, refunds apart.`
            : `${month}. Money received, refunds apart.`
        }
        actions={
          <>
            <a className="button not-phone" href={file}>
              Export CSV
            </a>
            {before && (
              <Link className="button" to={paths.manageSales(studio, { month: before })}>
                Month before
              </Link>
            )}
            {after && (
              <Link className="button" to={paths.manageSales(studio, { month: after })}>
                Month after
              </Link>
            )}
          </>
        }
      />
      <Figures
        rows={[
          ...(movement
            ? [
                { name: 'Recurring revenue', value: movement.recurring, note: 'a month' },
                { name: 'Paying members', value: movement.members },
                ...(movement.churn
                  ? [{ name: 'Left', value: movement.churn, note: movement.of }]
                  : []),
              ]
            : []),
          { name: 'Taken', value: taken },
          { name: 'Refunded', value: refunded },
        ]}
      />
      <div className="halves">
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
      </div>
    </>
  )
}
