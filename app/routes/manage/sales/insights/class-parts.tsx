import { Link } from '@remix-run/react'
import type { Bar } from '#app/ui/chart/bar-chart.tsx'
import { BarChart } from '#app/ui/chart/bar-chart.tsx'
import { ChartFigure, type ChartRow } from '#app/ui/chart/figure-frame.tsx'
import { type GridRow, TintedGrid } from '#app/ui/chart/tinted-grid.tsx'

/** What classes earned and what is left after pay, by type, coach or hour. */
export function ClassEarnings({
  title,
  short,
  bars,
  rows,
  by,
  choices,
}: {
  title: string
  short: string
  bars: readonly Bar[]
  rows: readonly ChartRow[]
  by: string
  choices: readonly { id: string; name: string; path: string }[]
}) {
  const name = choices.find(({ id }) => id === by)?.name ?? ''
  return (
    <ChartFigure
      title={title}
      about="Credits used, drop-ins, and for each visit of a member their part of what the membership came to that month. Pay is what coaches are paid for these classes, and left is what was earned less that."
      head={[name, 'Classes', 'Hours', 'Filled', 'Came', 'Earned', 'Pay', 'Left', 'A visit']}
      rows={rows}
    >
      <ul className="views">
        {choices.map((one) => (
          <li key={one.id}>
            <Link to={one.path} aria-current={one.id === by ? 'true' : undefined}>
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
      {bars.length > 0 ? (
        <BarChart
          title={title}
          description={bars.map((bar) => `${bar.name}: ${bar.words}`).join('; ')}
          bars={bars}
        />
      ) : (
        <p className="muted">No classes took place.</p>
      )}
      {short && <p>{short}</p>}
    </ChartFigure>
  )
}

/** A grid under its finding. */
export function GridFigure({
  title,
  about,
  corner,
  heads,
  rows,
  none,
}: {
  title: string
  about: string
  corner: string
  heads: readonly string[]
  rows: readonly GridRow[]
  none: string
}) {
  return (
    <ChartFigure title={title} about={about} head={[]} rows={[]}>
      {heads.length > 0 ? (
        <TintedGrid caption={`${title}. ${about}`} corner={corner} heads={heads} rows={rows} />
      ) : (
        <p className="muted">{none}</p>
      )}
    </ChartFigure>
  )
}
