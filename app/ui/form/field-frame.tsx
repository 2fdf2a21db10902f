import type { ReactNode } from 'react'
import type { Field } from './page-form.ts'

/** A label, the hint, what is wrong, and then the control, which all of them describe. */
export function FieldFrame({
  field,
  label,
  hint,
  after,
  children,
}: {
  field: Field
  label: ReactNode
  hint?: ReactNode
  after?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={field.errors ? 'field wrong' : 'field'}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <p className="soft" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      {children}
      {after}
    </div>
  )
}

/** What is wrong with a field; said as an error to who cannot see its colour. */
export function FieldError({ field }: { field: Field }) {
  const text = field.errors?.[0]
  if (!text) return null
  return (
    <p className="bad" id={field.errorId}>
      <span className="vh">Error: </span>
      {text}
    </p>
  )
}

/** Attributes that every control shares: its name, and what describes it. */
export function controlProps(field: Field, hint: ReactNode) {
  const describedBy = [
    hint ? field.descriptionId : null,
    field.errors ? field.errorId : null,
  ].filter(Boolean)
  return {
    id: field.id,
    name: field.name,
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  }
}

/** The typed value, as the text a control shows. */
export function shownValue(field: Field): string {
  return typeof field.initialValue === 'string' ? field.initialValue : ''
}

/** A field of a form that no answer comes back to. */
export function fieldOfNoForm(
  name: string,
  { value, error }: { value?: string; error?: string } = {},
): Field {
  return {
    id: `f-${name}`,
    name,
    formId: '',
    errorId: `f-${name}-error`,
    descriptionId: `f-${name}-hint`,
    errors: error ? [error] : undefined,
    initialValue: value,
    required: undefined,
  }
}
