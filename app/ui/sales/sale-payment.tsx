import { byHandChoices } from '#app/domain/billing/invoices/payment-words.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/** How a sale at the desk is paid. Where nothing is due, nobody is asked. */
export function SaleMethod({ field, due = true }: { field: Field; due?: boolean }) {
  return due ? (
    <SelectField
      field={field}
      label="How it is paid"
      options={[...byHandChoices(), { value: 'later', label: 'Pay later, on the invoice' }]}
    />
  ) : (
    <HiddenFields values={{ method: 'later' }} />
  )
}

/** What staff want to remember of a sale. */
export const SaleNote = ({ field }: { field: Field }) => (
  <TextField
    field={field}
    label="Note (optional)"
    hint="Staff see this in the person’s history."
    autoComplete="off"
  />
)
