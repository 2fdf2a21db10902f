import { useId } from 'react'

export type Bar = {
  id: string
  name: string
  value: number
  words: string
  /** The same of the time it is compared with, thin and grey below. */
  before?: number
}

const [width, nameWidth, wordsWidth] = [480, 140, 74]
const rowHeight = 38

/** What is too long for the room beside a bar ends in dots; the table has all of it. */
const shortened = (name: string): string => (name.length > 21 ? `${name.slice(0, 20)}…` : name)

/**
 * Bars across, the longest first as the caller sorts them, each with its number written out; what it
 * is compared with is a thin grey bar below. What is below nothing is hollow.
 */
export function BarChart({
  title,
  description,
  bars,
}: {
  title: string
  description: string
  bars: readonly Bar[]
}) {
  const id = useId()
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [Math.abs(value), before]))
  const long = (value: number) => (Math.abs(value) / most) * (width - nameWidth - wordsWidth)
  return (
    <svg
      className="plot"
      role="img"
      aria-labelledby={`${id}t ${id}d`}
      viewBox={`0 0 ${width} ${bars.length * rowHeight + 4}`}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      {bars.map(({ id: key, name, value, words, before }, i) => {
        const y = i * rowHeight + 6
        return (
          <g key={key}>
            <text x={0} y={y + 13} className="name">
              {shortened(name)}
            </text>
            <rect
              className={value < 0 ? 'bar less' : 'bar'}
              x={nameWidth}
              y={y}
              width={Math.max(long(value), 1.5)}
              height={16}
              rx={2}
            />
            {before !== undefined && (
              <rect
                className="bar-before"
                x={nameWidth}
                y={y + 19}
                width={Math.max(long(before), 1.5)}
                height={5}
                rx={2}
              />
            )}
            <text x={nameWidth + long(value) + 8} y={y + 13} className="strong">
              {words}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

export type FunnelStep = { id: string; name: string; value: number; words: string }

/** How many were left at each step: a bar for each, centred, narrower from one to the next. */
export function FunnelChart({
  title,
  description,
  steps,
}: {
  title: string
  description: string
  steps: readonly FunnelStep[]
}) {
  const id = useId()
  const most = Math.max(1, ...steps.map(({ value }) => value))
  const room = width - nameWidth - wordsWidth
  return (
    <svg
      className="plot"
      role="img"
      aria-labelledby={`${id}t ${id}d`}
      viewBox={`0 0 ${width} ${steps.length * rowHeight}`}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      {steps.map(({ id: key, name, value, words }, i) => {
        const long = Math.max((value / most) * room, 1.5)
        const y = i * rowHeight + 4
        return (
          <g key={key}>
            <text x={0} y={y + 17} className="name">
              {shortened(name)}
            </text>
            <rect
              className="bar"
              x={nameWidth + (room - long) / 2}
              y={y}
              width={long}
              height={26}
              rx={2}
            />
            <text x={width} y={y + 17} className="end strong">
              {words}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
