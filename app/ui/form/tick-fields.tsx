import { SavedMeanwhile } from './field-frame.tsx'
import { type Field, isStale, type PageFormAnswer, sentOf } from './form-answer.ts'

/**
 * Some of several, each a tick of the same name; what is wrong stands above them. A form that came
 * back keeps its ticks, also when none is left. Style: `staff-form`.
 */
export function TickFields(props: {
  field: Pick<Field, 'id' | 'name' | 'errorId' | 'errors'>
  legend: string
  hint?: string
  choices: readonly { id: string; name: string }[]
  /** Ids that are saved. */
  chosen: readonly string[]
  answer: PageFormAnswer | undefined
}) {
  const { field, legend, hint, choices, chosen, answer } = props
  const sent = sentOf(answer)
  const ticked = sent ? [sent[field.name] ?? []].flat() : chosen
  const differs =
    ticked.length !== chosen.length || ticked.some((id) => !chosen.includes(String(id)))
  const names = choices.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <fieldset className={field.errors ? 'field wrong whole' : 'field whole'} id={field.id}>
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {field.errors && (
        <p className="bad" id={field.errorId}>
          {field.errors[0]}
        </p>
      )}
      <SavedMeanwhile text={isStale(answer) && differs ? names.join(', ') : undefined} />
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
