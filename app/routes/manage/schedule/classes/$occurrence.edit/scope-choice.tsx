import { asSeries } from '#app/domain/scheduling/series/series-draft.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/**
 * Which classes a change is for. The date of a single class can be another; days and last date are
 * the series' own, and so is the policy unless one is chosen for this class.
 */
export function ScopeChoice(props: {
  weekly: boolean
  ownPolicy: Field
  policies: readonly { id: string; name: string }[]
  seriesPolicy: string
  scope: string
  date: string
  day: string
  field: Field
  required: boolean | undefined
}) {
  const { weekly, ownPolicy, policies, seriesPolicy, scope, date, day, field, required } = props
  const choices = [
    ['one', `Only ${day}`, 'Days, last date and policy of the others stay as they are.'],
    ['later', `${day} and all later ones`, 'The series splits in two. Everyone keeps their place.'],
    ['all', 'All future classes', 'Changes to single classes stay.'],
  ] as const
  return (
    <fieldset className="group">
      <legend>Which classes change</legend>
      {weekly && (
        <div id="s-scope">
          {choices.map(([value, text, hint]) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="scope"
                value={value}
                required={required}
                defaultChecked={scope === value}
              />
              <span>{text}</span>
              <small>{hint}</small>
            </label>
          ))}
        </div>
      )}
      <TextField
        field={{ ...field, initialValue: field.initialValue ?? date }}
        label={`Date of this class${weekly ? ', if only it changes' : ''}`}
        type="date"
      />
      {weekly && (
        <SelectField
          field={ownPolicy}
          label="Policy of this class, if only it changes"
          hint="It stays when the series is changed. Bookings made before keep their rules."
          options={[
            { value: asSeries, label: `As its series: ${seriesPolicy}` },
            ...policies
              .filter(({ name }) => name !== seriesPolicy)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <p className="muted">
        Everyone booked or waiting gets an email and a notice if the time, room or coach changes.
      </p>
    </fieldset>
  )
}
