import { useId } from 'react'
import { scaleOf, shareOn } from './scale.ts'

export type LinePoint = {
  /** Below the axis; empty is not told. */
  label: string
  value: number | null
  /** The same of the time it is compared with, dotted. */
  before?: number | null | undefined
}

const [width, height] = [480, 240]
const [left, right, top, bottom] = [58, 14, 22, 30]

/**
 * A line over time, drawn on the server: the last point is marked and written out, what it is compared
 * with is dotted, `area` fills what lies below. Nothing is told by colour alone.
 */
export function LineChart(props: {
  title: string
  description: string
  points: readonly LinePoint[]
  /** What a value is as a label of the axis, and in full at the last point. */
  short: (value: number) => string
  last: string
  /** What the dotted line is. */
  beforeName?: string
  area?: boolean
}) {
  const { title, description, points, short, last, beforeName, area } = props
  const id = useId()
  const known = points.flatMap(({ value, before }) =>
    [value, before ?? null].filter((one): one is number => one !== null),
  )
  const scale = scaleOf(known)
  const x = (i: number) => left + ((width - left - right) * i) / Math.max(1, points.length - 1)
  const y = (value: number) => top + (1 - shareOn(scale, value)) * (height - top - bottom)
  const path = (of: (point: LinePoint) => number | null | undefined) =>
    points.reduce((drawn, point, i) => {
      const value = of(point)
      if (value === null || value === undefined) return drawn
      const previous = i > 0 ? of(points[i - 1]!) : null
      const move = previous === null || previous === undefined ? 'M' : 'L'
      return `${drawn}${move}${x(i).toFixed(1)} ${y(value).toFixed(1)}`
    }, '')
  const at = points.map(({ value }) => value).findLastIndex((value) => value !== null)
  const lastValue = at >= 0 ? points[at]!.value! : 0
  const line = path(({ value }) => value)
  const dotted = path(({ before }) => before)
  const first = points.findIndex(({ value }) => value !== null)
  return (
    <svg
      className="plot"
      role="img"
      aria-labelledby={`${id}t ${id}d`}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      {scale.ticks.map((tick) => (
        <g key={tick} className="grid">
          <path d={`M${left} ${y(tick).toFixed(1)}H${width - right}`} />
          <text x={left - 8} y={y(tick) + 4} className="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {area && first >= 0 && (
        <path
          className="area"
          d={`${line}L${x(at).toFixed(1)} ${y(scale.least)}L${x(first).toFixed(1)} ${y(scale.least)}Z`}
        />
      )}
      {dotted && <path className="before" d={dotted} />}
      <path className="line" d={line} />
      {at >= 0 && (
        <>
          <circle className="point" cx={x(at)} cy={y(lastValue)} r={4} />
          <text
            x={Math.min(x(at), width - right)}
            y={Math.max(y(lastValue) - 11, 12)}
            className="end strong"
          >
            {last}
          </text>
        </>
      )}
      {points.map(({ label }, i) =>
        label ? (
          <text
            // A label stands once.
            key={label}
            x={x(i)}
            y={height - 8}
            className={i === points.length - 1 ? 'end' : 'middle'}
          >
            {label}
          </text>
        ) : null,
      )}
      {dotted && beforeName && (
        <text x={width - right} y={height - bottom - 6} className="end">
          {`${beforeName}, dotted`}
        </text>
      )}
    </svg>
  )
}

/** A line without axes beside a number: only whether it rises or falls. */
export function Sparkline({
  title,
  values,
}: {
  title: string
  values: readonly (number | null)[]
}) {
  const known = values.filter((one): one is number => one !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const y = (value: number) => 19 - shareOn({ least: low, most: high }, value) * 16
  const drawn = known
    .map(
      (value, i) =>
        `${i === 0 ? 'M' : 'L'}${((i * 68) / (known.length - 1) + 2).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
  return (
    <svg className="spark" role="img" aria-label={title} viewBox="0 0 76 22">
      <path className="line" d={drawn} />
      <circle className="point" cx={70} cy={y(known.at(-1)!)} r={2.5} />
    </svg>
  )
}
