import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = ['name', 'kind', 'text', 'notes', 'benchmark', 'key', 'version'] as const

export type WorkoutValues = Partial<Record<(typeof names)[number], string>>

/** A name that may mean several exercises; `value` is what its choice posts. */
export type NameChoice = { typed: string; options: { value: string; label: string }[] }

/** The text of a workout beside what it is called: the same fields to add and to change. */
export function WorkoutForm(props: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  values: WorkoutValues
  choices?: readonly NameChoice[]
  /** What was chosen before, which each save says again. */
  picks?: readonly string[]
  button: string
  cancelPath: string
}) {
  const { answer, rules, values, choices = [], picks = [], button, cancelPath } = props
  const form = useLiveForm('workout', names, { answer, values, rules })
  const f = form.fields
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields
        values={{
          key: values.key,
          version: openedVersion(answer, values.version ?? null),
        }}
      />
      {picks.map((pick) => (
        <input key={pick} type="hidden" name="picks" value={pick} />
      ))}
      <TextField field={f.name} label="Name" autoComplete="off" />
      <SelectField
        field={f.kind}
        label="Kind"
        empty="Choose a kind"
        options={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
      />
      <TextareaField
        field={f.text}
        label="Workout"
        hint="One exercise per line, as on the board: 5x5 back squat @80%, rest 3:00"
        rows={10}
      />
      {choices.map(({ typed, options }) => (
        <label key={typed} className="field">
          <span>{`Which exercise is “${typed}”?`}</span>
          <select name="picks" defaultValue="">
            <option value="">Not chosen yet</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
      <TextareaField field={f.notes} label="Notes for members" rows={3} />
      <CheckboxField
        field={f.benchmark}
        label="A benchmark: members do it again and see how they changed"
      />
      <details className="form-fold">
        <summary>
          <Icon name="next" /> How to write sets, rounds, holds and percentages
        </summary>
        <p className="muted">
          5x5 is 5 sets of 5. @80% is of the person’s best, RPE 8 and RIR 2 are effort. 30s or 1:30
          is time, 500m a distance, /side each side. “3 rounds”, “AMRAP 12”, “EMOM 10”, “for time,
          cap 10:00” and “tabata” start a block; A1 and A2 are a superset.
        </p>
      </details>
      <FormEnd sending="Saving…" cancel={cancelPath}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
