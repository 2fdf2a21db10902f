export type Trial = { id: string; title: string; when: string; places: string }

/** Classes to try, each with the places it has now. */
export function TrialChoice({
  trials,
  chosen = '',
  optional = false,
}: {
  trials: readonly Trial[]
  chosen?: string
  /** Sending the form without one is fine, too. */
  optional?: boolean
}) {
  return (
    <fieldset className="group">
      <legend>{optional ? 'Book a free trial now (optional)' : 'Choose a class'}</legend>
      {trials.map(({ id, title, when, places }) => (
        <label key={id} className="tick">
          <input
            type="radio"
            name="trial"
            value={id}
            defaultChecked={chosen === id}
            required={!optional}
          />
          <span>
            <b>{title}</b>, {when}. <span className="soft">{places}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
