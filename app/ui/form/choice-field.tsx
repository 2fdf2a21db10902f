import type { ReactNode } from 'react'
import { controlProps, FieldError, FieldFrame, SavedMeanwhile, shownValue } from './field-frame.tsx'
import type { Field } from './form-answer.ts'

/** One of several; `empty` is the first option that chooses nothing. */
export function SelectField({
  field,
  label,
  hint,
  options,
  empty,
  required,
}: {
  field: Field
  label: ReactNode
  hint?: ReactNode
  options: readonly { value: string; label: string }[]
  empty?: string
  required?: boolean
}) {
  const saved =
    field.saved === undefined
      ? undefined
      : (options.find(({ value }) => value === field.saved)?.label ?? empty ?? field.saved)
  return (
    <FieldFrame field={field} label={label} hint={hint} saved={saved}>
      <select
        {...controlProps(field, hint)}
        defaultValue={shownValue(field)}
        required={required ?? field.required}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** A yes that the person gives. */
export function CheckboxField({
  field,
  label,
  required,
}: {
  field: Field
  label: ReactNode
  required?: boolean
}) {
  return (
    <div className={field.errors ? 'field wrong' : 'field'}>
      <FieldError field={field} />
      <SavedMeanwhile text={field.saved && 'ticked'} />
      <label className="tick">
        <input
          {...controlProps(field, null)}
          type="checkbox"
          required={required ?? field.required}
          defaultChecked={shownValue(field) === 'on'}
        />
        <span>{label}</span>
      </label>
    </div>
  )
}
