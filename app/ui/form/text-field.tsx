import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { controlProps, FieldFrame, shownValue } from './field-frame.tsx'
import type { Field } from './form-answer.ts'

type Common = {
  field: Field
  label: ReactNode
  hint?: ReactNode
  after?: ReactNode
  /** Where the schema asks for it only sometimes. */
  required?: boolean | undefined
}

const moments = ['date', 'time', 'datetime-local', 'month']

/**
 * One line of text, or a date or time. What may be typed is the field's; `type` and `autoComplete`
 * choose the keyboard and what the device offers to fill in.
 */
export function TextField({
  type = 'text',
  autoComplete,
  inputMode,
  list,
  placeholder,
  ...common
}: Common & {
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  /** The id of a datalist. */
  list?: string
  placeholder?: string
  inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'decimal' | 'search' | 'url'
}) {
  const { field, hint, required = field.required } = common
  const props = controlProps(field, hint, moments.includes(type) ? 'moment' : 'line')
  return (
    <FieldFrame {...common}>
      <input
        inputMode={inputMode}
        {...props}
        type={type}
        autoComplete={autoComplete}
        list={list}
        placeholder={placeholder}
        required={required}
        spellCheck={type === 'email' ? false : undefined}
        defaultValue={shownValue(field)}
      />
    </FieldFrame>
  )
}

/** A password: never written back into the page. */
export function PasswordField({
  autoComplete,
  ...common
}: Common & { autoComplete: 'current-password' | 'new-password' }) {
  const { field, hint, required = field.required } = common
  return (
    <FieldFrame {...common}>
      <input
        {...controlProps(field, hint, 'line')}
        type="password"
        autoComplete={autoComplete}
        required={required}
      />
    </FieldFrame>
  )
}

/** A calendar date, `2026-11-20`. */
export function DateField(common: Common) {
  const { field, hint, required = field.required } = common
  return (
    <FieldFrame {...common}>
      <input
        {...controlProps(field, hint, 'moment')}
        type="date"
        required={required}
        defaultValue={shownValue(field)}
      />
    </FieldFrame>
  )
}
