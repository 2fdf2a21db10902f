import { Icon } from '#app/ui/icon/icon.tsx'

/**
 * A list in its order: each with a press up and a press down, which show the form again and save
 * nothing. `was` is the order that is saved; `show` are ticks of what can be hidden. Style:
 * `staff-look`.
 */
export function OrderField<Key extends string>(props: {
  name: string
  legend: string
  hint?: string
  order: readonly Key[]
  was: readonly Key[]
  names: Readonly<Record<Key, string>>
  show?: { may: readonly Key[]; hidden: readonly Key[] }
}) {
  const { name, legend, hint, order, was, names, show } = props
  return (
    <fieldset className="field whole">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      <input type="hidden" name={name} value={order.join(',')} readOnly />
      <ol className="look-order">
        {order.map((key, i) => (
          <li key={key}>
            <span className="num">{i + 1}</span>
            <span>
              {show?.may.includes(key) ? (
                <label className="tick">
                  <input
                    type="checkbox"
                    name={`show_${key}`}
                    defaultChecked={!show.hidden.includes(key)}
                  />
                  <span>{names[key]}</span>
                </label>
              ) : (
                names[key]
              )}
              {was[i] !== key && <small className="muted"> was {was.indexOf(key) + 1}</small>}
            </span>
            {(['up', 'down'] as const).map((way) => (
              <button
                key={way}
                type="submit"
                className="button small square"
                name="do"
                value={`${way} ${name} ${key}`}
                aria-label={`Move ${names[key]} ${way}`}
                disabled={i === (way === 'up' ? 0 : order.length - 1)}
              >
                <Icon name={way} />
              </button>
            ))}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
