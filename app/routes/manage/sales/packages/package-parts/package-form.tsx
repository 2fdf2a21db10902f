import { useActionData } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['key', 'name', 'description', 'credits', 'price', 'validDays'] as const),
  ...(['validFrom', 'fixedUntil', 'once', 'family', 'disciplines'] as const),
] as const

export type PackageValues = Partial<Record<(typeof names)[number], string>>

/** The fields of a package: a new one, or the next version of one. */
export function PackageForm(props: {
  rules: FormRules
  values: PackageValues
  disciplines: readonly { id: string; name: string }[]
  /** Ids of those it pays for; none is all. */
  covers: readonly string[]
  button: string
  cancel: string
}) {
  const { rules, values, disciplines, covers, button, cancel } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('package', names, { answer, values, rules })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields values={{ key: String(fields.key.initialValue ?? '') }} />
      <TextField field={fields.name} label="Name" hint="Like 10-class pack." />
      <TextField
        field={fields.description}
        label="What it suits (optional)"
        hint="A sentence for the price list."
      />
      <TextField
        field={fields.credits}
        label="Credits"
        hint="One pays for one class."
        inputMode="numeric"
      />
      <TextField field={fields.price} label="Price" hint="With tax." inputMode="decimal" />
      <TextField field={fields.validDays} label="Days it is valid" inputMode="numeric" />
      <SelectField
        field={fields.validFrom}
        label="Its days count from"
        options={[
          { value: 'purchase', label: 'The day it is bought' },
          { value: 'first_use', label: 'The first class booked with it' },
        ]}
      />
      <DateField
        field={fields.fixedUntil}
        label="Last day for everyone (optional)"
        hint="If you set a day, it counts instead of the days."
      />
      <CheckboxField field={fields.once} label="Once per person, as an intro offer" />
      <CheckboxField field={fields.family} label="Children of the buyer can use it" />
      {disciplines.length > 1 && (
        <TickFields
          field={fields.disciplines}
          legend="Pays for"
          hint="Tick none for every class."
          choices={disciplines}
          chosen={covers}
          answer={answer}
        />
      )}
      <FormEnd sending="Saving…" cancel={cancel}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
