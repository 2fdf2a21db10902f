import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  wordFor,
} from '#app/domain/training/exercise-vocabulary.ts'
import { logTypeWords } from '#app/domain/training/log-type.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields } from '../form/buttons.tsx'
import { CheckboxField, SelectField } from '../form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '../form/form-answer.ts'
import { FormEnd } from '../form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { TextareaField } from '../form/textarea-field.tsx'

const names = [
  'name',
  'aliases',
  'discipline',
  'category',
  'level',
  'force',
  'mechanic',
  'equipment',
  'primary',
  'secondary',
  'instructions',
  'cues',
  'faults',
  'contraindications',
  'custom',
  'logType',
  'unilateral',
  'version',
] as const

/** Lists stand one entry a line. */
export type ExerciseValues = Partial<
  Record<Exclude<(typeof names)[number], 'primary' | 'secondary'>, string>
> & {
  primary: readonly string[]
  secondary: readonly string[]
}

const options = (words: readonly string[]) =>
  words.map((value) => ({ value, label: wordFor(value) }))
const logTypeOptions = Object.entries(logTypeWords).map(([value, label]) => ({ value, label }))

/** What the library says of an exercise: the same fields to add and to change. */
export function ExerciseForm(props: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  values: ExerciseValues
  disciplines: readonly { id: string; name: string }[]
  formKey?: string
  button: string
  cancelPath: string
}) {
  const { answer, rules, values, disciplines, formKey, button, cancelPath } = props
  const { primary, secondary, ...texts } = values
  const form = useLiveForm('exercise', names, {
    answer,
    values: texts,
    rules,
  })
  const f = form.fields
  const typed = answer
    ? (answer.result as { initialValue?: Record<string, unknown> }).initialValue
    : undefined
  const chosen = (name: 'primary' | 'secondary', saved: readonly string[]) =>
    [typed ? (typed[name] ?? []) : saved].flat()
  return (
    <LiveFormBody of={form}>
      <HiddenFields
        values={{ key: formKey, version: openedVersion(answer, texts.version ?? null) }}
      />
      <div className="sheet-form two-columns">
        <div className="whole">
          <TextField field={f.name} label="Name" autoComplete="off" />
        </div>
        <SelectField
          field={f.discipline}
          label="Discipline"
          empty="Any"
          options={disciplines.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField field={f.level} label="Level" empty="Not set" options={options(levels)} />
        <SelectField
          field={f.equipment}
          label="Equipment"
          empty="Not set"
          options={options(equipment)}
        />
        <SelectField
          field={f.category}
          label="Kind"
          empty="Not set"
          options={options(categories)}
        />
        <SelectField field={f.force} label="Force" empty="Not set" options={options(forces)} />
        <SelectField
          field={f.mechanic}
          label="Joints"
          empty="Not set"
          options={options(mechanics)}
        />
        <SelectField field={f.logType} label="Logged as" options={logTypeOptions} />
        <CheckboxField field={f.unilateral} label="Trained one side at a time" />
        <div className="whole">
          <TextareaField field={f.aliases} label="Also called" hint="One per line" rows={2} />
        </div>
        <div className="whole">
          <TextareaField field={f.instructions} label="Steps" hint="One per line" rows={7} />
        </div>
        <div className="whole">
          <TextareaField field={f.cues} label="Cues" hint="One per line" rows={3} />
        </div>
        <div className="whole">
          <TextareaField field={f.faults} label="Common mistakes" hint="One per line" rows={3} />
        </div>
        <div className="whole">
          <TextareaField
            field={f.contraindications}
            label="Not for"
            hint="One per line: who, then what to do instead, such as Wrist injury: on fists"
            rows={3}
          />
        </div>
        <div className="whole">
          <TextareaField
            field={f.custom}
            label="Your own fields"
            hint="One per line, such as Rig height: 2.5 m"
            rows={2}
          />
        </div>
        <MuscleChoices
          name="primary"
          legend="Muscles that work"
          chosen={chosen('primary', primary)}
        />
        <MuscleChoices
          name="secondary"
          legend="Muscles that help"
          chosen={chosen('secondary', secondary)}
        />
      </div>
      <FormEnd sending="Saving…" cancel={cancelPath}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}

function MuscleChoices({
  name,
  legend,
  chosen,
}: {
  name: string
  legend: string
  chosen: readonly unknown[]
}) {
  return (
    <fieldset className="field whole" id={`exercise-${name}`}>
      <legend>{legend}</legend>
      <div className="choices">
        {muscles.map((muscle) => (
          <label key={muscle}>
            <input
              type="checkbox"
              name={name}
              value={muscle}
              defaultChecked={chosen.includes(muscle)}
            />
            {wordFor(muscle)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
