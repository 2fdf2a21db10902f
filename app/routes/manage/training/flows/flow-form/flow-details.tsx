import { levels, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  'title',
  'discipline',
  'level',
  'focus',
  'minutes',
  'breath',
  'notes',
  'key',
  'version',
] as const

export type FlowDetailsValues = Partial<Record<(typeof names)[number], string>>

/** What a flow is for: the same fields to add and to change. */
export function FlowDetails(props: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  values: FlowDetailsValues
  disciplines: readonly { id: string; name: string }[]
  button: string
  cancelPath: string
}) {
  const { answer, rules, values, disciplines, button, cancelPath } = props
  const form = useLiveForm('flow', names, { answer, values, rules })
  const f = form.fields
  return (
    <LiveFormBody of={form} className="sheet-form two-columns">
      <HiddenFields
        values={{ key: values.key, version: openedVersion(answer, values.version ?? null) }}
      />
      <div className="whole">
        <TextField field={f.title} label="Title" autoComplete="off" />
      </div>
      <SelectField
        field={f.discipline}
        label="Style"
        empty="Any"
        options={disciplines.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        field={f.level}
        label="Level"
        empty="Not set"
        options={levels.map((value) => ({ value, label: wordFor(value) }))}
      />
      <TextField
        field={f.minutes}
        label="Length of the class"
        hint="In minutes"
        inputMode="numeric"
      />
      <TextField
        field={f.breath}
        label="One breath"
        hint="In seconds, for items told in breaths"
        inputMode="numeric"
      />
      <div className="whole">
        <TextField
          field={f.focus}
          label="Peak"
          hint="What it leads up to, such as Carousel spin"
          autoComplete="off"
        />
      </div>
      <div className="whole">
        <TextareaField field={f.notes} label="Notes for coaches" rows={3} />
      </div>
      <div className="whole">
        <FormEnd sending="Saving…" cancel={cancelPath}>
          {button}
        </FormEnd>
      </div>
    </LiveFormBody>
  )
}
