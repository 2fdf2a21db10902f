import { Table } from '#app/ui/list/table.tsx'

/** The movement of recurring revenue, drawn on the server; the same in a table below it. */
export type DrawnStep = {
  kind: string
  /** Below the step, in two lines. */
  name: string
  people: string
  amount: string
  /** What there is after it. */
  after: string
  /** Which it is: a whole, more, or less. */
  way: 'whole' | 'more' | 'less'
  /** Shares of the height, from the bottom. */
  from: number
  to: number
}

/** Wide enough that few steps are not drawn large. */
const least = 480
const narrowest = 66
const height = 210
const [above, below] = [26, 48]
const gap = 12

export function Waterfall({
  title,
  description,
  steps,
}: {
  title: string
  description: string
  steps: readonly DrawnStep[]
}) {
  const whole = Math.max(least, steps.length * narrowest)
  const width = whole / steps.length
  const y = (share: number) => above + (1 - share) * height
  return (
    <svg
      className="waterfall not-phone"
      role="img"
      aria-labelledby="waterfall-title waterfall-about"
      viewBox={`0 0 ${whole} ${above + height + below}`}
    >
      <title id="waterfall-title">{title}</title>
      <desc id="waterfall-about">{description}</desc>
      {steps.map(({ kind, name, people, amount, way, from, to }, i) => {
        const top = y(Math.max(from, to))
        const bottom = y(Math.min(from, to))
        const middle = i * width + width / 2
        return (
          <g key={kind} className={way}>
            <rect
              x={i * width + gap / 2}
              y={top}
              width={width - gap}
              height={Math.max(bottom - top, 2)}
              rx={2}
            />
            {i < steps.length - 1 && <path d={`M${(i + 1) * width - gap / 2} ${y(to)}h${gap}`} />}
            <text x={middle} y={way === 'less' ? bottom + 17 : top - 8} className="sum">
              {amount}
            </text>
            <text x={middle} y={above + height + 26}>
              {name}
            </text>
            <text x={middle} y={above + height + 43}>
              {people}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

export function WaterfallTable({
  caption,
  steps,
}: {
  caption: string
  steps: readonly DrawnStep[]
}) {
  return (
    <details className="as-table not-phone">
      <summary>As a table</summary>
      <Table
        caption={caption}
        rows={steps}
        rowKey={({ kind }) => kind}
        columns={[
          { name: 'Step', place: 'name', cell: ({ name }) => name },
          { name: 'People', place: 'desk', number: true, cell: ({ people }) => people },
          {
            name: 'Change',
            place: 'desk',
            number: true,
            cell: ({ way, amount }) => (way === 'whole' ? '' : amount),
          },
          { name: 'After it', place: 'state', number: true, cell: ({ after }) => after },
        ]}
      />
    </details>
  )
}
