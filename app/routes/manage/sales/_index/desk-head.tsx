import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/list/figures.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'

type StudioRef = { slug: string }

/** Today, this week, or the month that is looked at. */
export function SpanTabs(props: { studio: StudioRef; span: string; month: string }) {
  const { studio, span, month } = props
  const spans = [
    ['today', 'Today', paths.manageSales(studio, { span: 'today' })],
    ['week', 'This week', paths.manageSales(studio, { span: 'week' })],
    ['month', span === 'month' ? month : 'This month', paths.manageSales(studio)],
  ] as const
  return (
    <nav aria-label="Days">
      <ViewChips
        views={spans.map(([key, name, path]) => ({ name, path, current: key === span }))}
      />
    </nav>
  )
}

/** The figures of the page, each of which opens into its rows. */
export function SalesFigures(props: {
  studio: StudioRef
  movement: { recurring: string; members: string; churn: string; of: string } | null
  taken: string
  refunded: string
  byKind: { from: string; until: string }
  failed: readonly unknown[]
  failedSum: string
  open: { n: number; note: string }
  payout: { coming: string; held: string } | null
}) {
  const { studio, movement, taken, refunded, byKind, failed, failedSum, open, payout } = props
  const { from, until } = byKind
  return (
    <Figures
      rows={[
        {
          name: 'Taken',
          value: <Link to={paths.manageTaken(studio, { from, until })}>{taken}</Link>,
        },
        {
          name: 'Refunded',
          value: (
            <Link to={paths.manageTaken(studio, { from, until, kind: 'refunded' })}>
              {refunded}
            </Link>
          ),
        },
        ...(movement
          ? [
              {
                name: 'Recurring revenue',
                value: <a href="#movement">{movement.recurring}</a>,
                note: 'a month',
              },
              { name: 'Paying members', value: movement.members },
              ...(movement.churn
                ? [{ name: 'Left', value: movement.churn, note: movement.of }]
                : []),
            ]
          : []),
        {
          name: 'Failed payments',
          value: failed.length > 0 ? <a href="#failed">{failedSum}</a> : failedSum,
          note: failed.length > 0 ? String(failed.length) : '',
        },
        {
          name: 'Open invoices',
          value: (
            <Link to={paths.manageInvoices(studio)}>{open.n > 1_000 ? '1,000+' : open.n}</Link>
          ),
          note: open.note,
        },
        ...(payout
          ? [
              {
                name: 'Next payout',
                value: <Link to={paths.manageBanking(studio)}>{payout.coming}</Link>,
                note: payout.held,
              },
            ]
          : []),
      ]}
    />
  )
}
