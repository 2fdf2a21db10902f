import { SavedMeanwhile } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'

/**
 * Some of several, each a tick of the same name; a wrong answer is told above them. Style:
 * `staff-form`.
 */
export function TickFields(props: {
  field: Field
  legend: string
  choices: readonly { id: string; name: string }[]
  chosen: readonly string[]
  /** The form is stale: what is saved now is said where other ticks were sent. */
  stale?: boolean
}) {
  const { field, legend, choices, chosen, stale = false } = props
  const typed = field.initialValue as string | readonly string[] | undefined
  const ticked = typed === undefined ? chosen : [typed].flat()
  const differs = ticked.length !== chosen.length || ticked.some((id) => !chosen.includes(id))
  const names = choices.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <fieldset className={field.errors ? 'field wrong whole' : 'field whole'} id={field.id}>
      <legend>{legend}</legend>
      {field.errors && (
        <p className="bad" id={field.errorId}>
          {field.errors[0]}
        </p>
      )}
      <SavedMeanwhile text={stale && differs ? names.join(', ') : undefined} />
      <div className="choices">
        {choices.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              name={field.name}
              value={id}
              defaultChecked={ticked.includes(id)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
