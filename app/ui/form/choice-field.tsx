import type { ReactNode } from 'react'
import { controlProps, FieldError, FieldFrame, SavedMeanwhile, shownValue } from './field-frame.tsx'
import type { Field } from './form-answer.ts'

/**
 * One of several; `empty` is the first option that chooses nothing. Where one is asked for and there
 * is only one, it is chosen.
 */
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
  const asked = required ?? field.required
  const chosen = shownValue(field) || (asked && options.length === 1 && options[0]?.value) || ''
  // A value that is no choice any more stays to be chosen again.
  const decided = asked && options.length === 1 && chosen === options[0]?.value
  return (
    <FieldFrame field={field} label={label} hint={hint} saved={saved}>
      <select {...controlProps(field, hint)} defaultValue={chosen} required={asked}>
        {empty !== undefined && !decided && <option value="">{empty}</option>}
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
