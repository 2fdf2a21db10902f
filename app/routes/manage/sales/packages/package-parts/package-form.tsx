import { useActionData } from '@remix-run/react'
import type { PackageKind } from '#app/domain/entitlements/offers/package-kinds.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['key', 'name', 'description', 'credits', 'sessions', 'price', 'validDays'] as const),
  ...(['validFrom', 'fixedUntil', 'once', 'family', 'disciplines', 'types'] as const),
] as const

export type PackageValues = Partial<Record<(typeof names)[number], string>>

const ids: Record<PackageKind, string> = {
  classes: 'package',
  day_pass: 'day-pass',
  appointments: 'pt-pack',
  bundle: 'bundle',
}

const named: Record<PackageKind, string> = {
  classes: '10-class pack',
  day_pass: 'Day pass',
  appointments: '5 PT sessions',
  bundle: 'Start strong',
}

/** The fields of a package of a kind: a new one, or the next version of one. */
export function PackageForm(props: {
  kind: PackageKind
  rules: FormRules
  values: PackageValues
  disciplines: readonly { id: string; name: string }[]
  /** Of appointments. */
  types: readonly { id: string; name: string }[]
  /** Ids of those it pays for; none is all. */
  covers: readonly string[]
  coversTypes: readonly string[]
  button: string
  cancel: string
}) {
  const { kind, rules, values, disciplines, types, covers, coversTypes, button, cancel } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm(ids[kind], names, { answer, values, rules })
  const { fields } = form
  const forClasses = kind !== 'appointments'
  const forAppointments = kind === 'appointments' || kind === 'bundle'
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields values={{ key: String(fields.key.initialValue ?? '') }} />
      <TextField field={fields.name} label="Name" hint={`Like ${named[kind]}.`} />
      <TextField
        field={fields.description}
        label="What it suits (optional)"
        hint="A sentence for the price list."
      />
      {forClasses && kind !== 'day_pass' && (
        <TextField
          field={fields.credits}
          label="Classes"
          hint="One credit for each."
          inputMode="numeric"
        />
      )}
      {kind === 'day_pass' && (
        <TextField
          field={fields.credits}
          label="Classes that day (optional)"
          hint="Leave empty for any number."
          inputMode="numeric"
        />
      )}
      {forAppointments && (
        <TextField
          field={fields.sessions}
          label="Appointments"
          hint="One credit for each."
          inputMode="numeric"
        />
      )}
      <TextField field={fields.price} label="Price" hint="With tax." inputMode="decimal" />
      {kind === 'day_pass' ? (
        <SelectField
          field={fields.validFrom}
          label="Its day is"
          options={[
            { value: 'first_use', label: 'The day of the first class booked with it' },
            { value: 'purchase', label: 'The first day you choose when you sell it' },
          ]}
        />
      ) : (
        <>
          <TextField field={fields.validDays} label="Days it is valid" inputMode="numeric" />
          <SelectField
            field={fields.validFrom}
            label="Its days count from"
            options={[
              { value: 'purchase', label: 'The day it is bought' },
              { value: 'first_use', label: 'The first booking with it' },
            ]}
          />
          <DateField
            field={fields.fixedUntil}
            label="Last day for everyone (optional)"
            hint="If you set a day, it counts instead of the days."
          />
        </>
      )}
      <CheckboxField field={fields.once} label="Once per person, as an intro offer" />
      <CheckboxField field={fields.family} label="Children of the buyer can use it" />
      {forClasses && disciplines.length > 1 && (
        <TickFields
          field={fields.disciplines}
          legend="Classes it pays for"
          hint="Tick none for every class."
          choices={disciplines}
          chosen={covers}
          answer={answer}
        />
      )}
      {forAppointments && types.length > 1 && (
        <TickFields
          field={fields.types}
          legend="Appointments it pays for"
          hint="Tick none for every appointment."
          choices={types}
          chosen={coversTypes}
          answer={answer}
        />
      )}
      <FormEnd sending="Saving…" cancel={cancel}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
