import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { LiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'

export const gradingNames = [
  ...(['key', 'version', 'level', 'onDate', 'startsAt', 'place', 'fee', 'answerBy'] as const),
  ...(['items', 'belt', 'panel', 'tell'] as const),
] as const

type Choice = { id: string; name: string }

/** What makes a grading; its level stays once it is planned. */
export function GradingFields(props: {
  fields: LiveForm<(typeof gradingNames)[number]>['fields']
  levels: readonly Choice[] | null
  staff: readonly Choice[]
  belts: readonly Choice[]
  panel: readonly string[]
  answer: PageFormAnswer | undefined
}) {
  const { fields, levels, staff, belts, panel, answer } = props
  const options = (of: readonly Choice[]) => of.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {levels && (
        <SelectField field={fields.level} label="For the level" options={options(levels)} />
      )}
      <DateField field={fields.onDate} label="Day" />
      <TextField field={fields.startsAt} label="Starts at" type="time" />
      <TextField field={fields.place} label="Place (optional)" autoComplete="off" />
      <TextField
        field={fields.fee}
        label="Fee"
        hint="0 is free. It is charged when someone accepts"
        inputMode="decimal"
      />
      <DateField field={fields.answerBy} label="Answer by" />
      <TextareaField
        field={fields.items}
        label="Also marked (optional)"
        hint="Beside the skills the level asks for, one a line: “Routine of 16 counts”"
      />
      {belts.length > 0 && (
        <SelectField
          field={fields.belt}
          label="Handed over to those who pass"
          hint="It leaves the stock when results are published"
          options={options(belts)}
          empty="Nothing"
        />
      )}
      {staff.length > 0 && (
        <TickFields
          field={fields.panel}
          legend="Who grades"
          choices={staff}
          chosen={panel}
          answer={answer}
        />
      )}
    </>
  )
}
