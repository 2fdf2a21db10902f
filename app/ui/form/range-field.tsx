import { quarters, type RangeScale } from './range-scale.ts'

type Props = {
  name: string
  label: string
  /** What was chosen; null is no limit, which is the end of the scale. */
  value: number | null
  scale: RangeScale
  /** A number of the scale in words, `£20`. */
  say: (value: number) => string
  /** What the end of the scale means. */
  any: string
}

/**
 * An upper limit on a scale, for pages without scripts: the label says what holds now, and the
 * numbers below the slider what it is being set to. Style: `range`.
 */
export function RangeField({ name, label, value, scale, say, any }: Props) {
  const { max, step } = scale
  const said = value === null ? any : say(value)
  return (
    <label className="range">
      <span>
        {label}: <b>{said}</b>
        <span className="vh"> (the end of the scale is {any.toLowerCase()})</span>
      </span>
      <input type="range" name={name} min={0} max={max} step={step} defaultValue={value ?? max} />
      <span className="scale" aria-hidden="true">
        {quarters(scale).map((mark) => (
          <span key={mark}>{mark === max ? any : say(mark)}</span>
        ))}
      </span>
    </label>
  )
}
