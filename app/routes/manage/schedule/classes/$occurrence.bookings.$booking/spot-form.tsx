import type { SpotMap } from '#app/domain/bookings/availability/spot-map.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { Reasoned } from './reasoned.tsx'

/** The numbered place someone has, and the free ones they can be given. */
export function SpotForm(props: {
  map: SpotMap
  action: string
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { map, ...form } = props
  const taken = new Set(map.taken)
  const labels = map.rows.flat().filter((label) => !taken.has(label))
  return (
    <Reasoned act="spot" {...form} without>
      <input type="hidden" name="act" value="spot" />
      <label className="field">
        <span>Place</span>
        <select name="spot" defaultValue={map.mine}>
          <option value="">Any place</option>
          {labels.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        Change place
      </button>
    </Reasoned>
  )
}
