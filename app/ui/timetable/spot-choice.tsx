import type { SpotMap } from '#app/domain/bookings/availability/spot-map.ts'

type Props = {
  map: SpotMap
  /** What nothing chosen means: `Any place`. */
  none: string
}

/**
 * The numbered places of a room as radio buttons in the rows of the room; taken ones say so and no
 * name. Style: `spots`.
 */
export function SpotChoice({ map, none }: Props) {
  const taken = new Set(map.taken)
  return (
    <fieldset className="spots">
      <legend>Numbered places</legend>
      <p className="soft">Front</p>
      {map.rows.map((row) => (
        <div key={row.join()} className="spot-row">
          {row.map((label) => (
            <label key={label} className="spot">
              <input
                type="radio"
                name="spot"
                value={label}
                disabled={taken.has(label)}
                defaultChecked={label === map.mine}
              />
              <span>
                <span className="vh">Place </span>
                {label}
                {taken.has(label) && <span className="vh">, taken</span>}
              </span>
            </label>
          ))}
        </div>
      ))}
      <label className="spot none">
        <input type="radio" name="spot" value="" defaultChecked={map.mine === ''} />
        <span>{none}</span>
      </label>
    </fieldset>
  )
}
