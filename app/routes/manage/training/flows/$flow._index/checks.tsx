import { Icon } from '#app/ui/icon/icon.tsx'

const minutes = (seconds: number) =>
  (Math.round(seconds / 6) / 10).toLocaleString('en-GB', { maximumFractionDigits: 1 })

/** The width of the drawing, in its own units. */
const wide = 280

/** Whether the plan fits its class and both sides get the same. */
export function Checks(props: {
  checks: readonly { code: string; ok: boolean; text: string }[]
  sides: { left: number; right: number; rest: number } | null
}) {
  const { checks, sides } = props
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      {sides && <SidesBar {...sides} />}
      <ul className="check-list">
        {checks.map(({ code, ok, text }) => (
          <li key={code + text} className={ok ? undefined : 'warns'}>
            <Icon name={ok ? 'tick' : 'warning'} />
            <span>
              {!ok && <span className="vh">Check: </span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SidesBar({ left, right, rest }: { left: number; right: number; rest: number }) {
  const whole = left + right + rest
  const parts = (
    [
      ['l', 'left', left],
      ['r', 'right', right],
      ['n', 'no side', rest],
    ] as const
  ).filter(([, , seconds]) => seconds > 0)
  let at = 0
  const words = parts.map(([, name, seconds]) => `${name} ${minutes(seconds)} min`).join(', ')
  return (
    <svg
      className="sides-bar"
      viewBox={`0 0 ${wide} 36`}
      role="img"
      aria-label={`Minutes: ${words}`}
    >
      {parts.map(([look, name, seconds]) => {
        const width = (seconds / whole) * wide
        const x = at
        at += width
        return (
          <g key={name}>
            <rect className={look} x={x} y="0" width={Math.max(1, width - 2)} height="14" rx="2" />
            {width > 50 && (
              <text x={x} y="31">
                {`${name} ${minutes(seconds)}`}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
