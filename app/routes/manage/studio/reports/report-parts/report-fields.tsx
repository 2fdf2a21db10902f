import { everyChoices } from '#app/domain/insights/reports/mail-choices.ts'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

type Names = 'name' | 'shared' | 'every' | 'to'

/** Name, sharing and mail of a saved report. */
export function ReportFields({
  fields,
  staff,
}: {
  fields: Record<Names, Field>
  staff: readonly { value: string; label: string }[]
}) {
  return (
    <>
      <TextField field={fields.name} label="Name" autoComplete="off" />
      <CheckboxField field={fields.shared} label="Share with everyone who sees reports" />
      <SelectField
        field={fields.every}
        label="Send by email"
        hint="The first rows and the totals, with a link to all of it."
        options={everyChoices}
      />
      <SelectField field={fields.to} label="To" empty="Me" options={staff} />
    </>
  )
}
