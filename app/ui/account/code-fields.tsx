import type { Field } from '../form/form-answer.ts'
import { TextField } from '../form/text-field.tsx'

/** Asks for the six digits of a code that was sent or that an app shows; spaces may be typed. */
export function SixDigitsField({
  field,
  label = 'Six-digit code',
  hint,
  required,
}: {
  field: Field
  label?: string
  hint?: string
  /** Where the schema asks for it only sometimes. */
  required?: boolean
}) {
  return (
    <TextField
      field={field}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required={required}
    />
  )
}

/** Asks for the number that a code is sent to. */
export function PhoneNumberField({ field, label }: { field: Field; label: string }) {
  return (
    <TextField
      field={field}
      label={label}
      hint="Include the country code, like +44 7700 900123"
      type="tel"
      autoComplete="tel"
    />
  )
}
