import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { controlProps, FieldFrame, shownValue } from './field-frame.tsx'
import type { Field } from './page-form.ts'

type Common = {
  field: Field
  label: ReactNode
  hint?: ReactNode
  after?: ReactNode
  required?: boolean
}

/** One line of text; `type` and `autoComplete` choose the keyboard and what the device offers to fill in. */
export function TextField({
  type = 'text',
  autoComplete,
  maxLength,
  inputMode,
  list,
  pattern,
  title,
  placeholder,
  ...common
}: Common & {
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  maxLength?: number
  /** The id of a datalist. */
  list?: string
  /** What is typed must match it; `title` says how, in a sentence. */
  pattern?: string
  title?: string
  placeholder?: string
  inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'decimal' | 'search' | 'url'
}) {
  const { field, hint, required } = common
  return (
    <FieldFrame {...common}>
      <input
        {...controlProps(field, hint)}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        maxLength={maxLength}
        list={list}
        pattern={pattern}
        title={title}
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
  minLength,
  ...common
}: Common & { autoComplete: 'current-password' | 'new-password'; minLength?: number }) {
  const { field, hint, required } = common
  return (
    <FieldFrame {...common}>
      <input
        {...controlProps(field, hint)}
        type="password"
        autoComplete={autoComplete}
        minLength={minLength}
        required={required}
      />
    </FieldFrame>
  )
}

/** A calendar date, `2026-11-20`. */
export function DateField({ min, max, ...common }: Common & { min?: string; max?: string }) {
  const { field, hint, required } = common
  return (
    <FieldFrame {...common}>
      <input
        {...controlProps(field, hint)}
        type="date"
        min={min}
        max={max}
        required={required}
        defaultValue={shownValue(field)}
      />
    </FieldFrame>
  )
}
