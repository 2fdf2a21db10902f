import type { ReactNode } from 'react'
import type { FieldRules } from '#app/values/field-rules.ts'
import type { Field } from './form-answer.ts'

/**
 * A label, the hint, what is wrong, and then the control, which all of them describe. Beside other
 * fields of the desk the control comes first, so that those of one row are level.
 */
export function FieldFrame({
  field,
  label,
  hint,
  after,
  saved = field.saved,
  children,
}: {
  field: Field
  label: ReactNode
  hint?: ReactNode
  after?: ReactNode
  /** `field.saved` as people read it. */
  saved?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={field.errors ? 'field wrong' : 'field'}>
      <label htmlFor={field.id}>{label}</label>
      <div className="field-body">
        {hint && (
          <p className="soft" id={field.descriptionId}>
            {hint}
          </p>
        )}
        <FieldError field={field} />
        <SavedMeanwhile text={saved} />
        {children}
        {after}
      </div>
    </div>
  )
}

/** What someone else saved here while the form was open. */
export function SavedMeanwhile({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="soft">
      Saved by someone else: <b>{text || 'empty'}</b>
    </p>
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

/**
 * What a control takes of its field's rules: browsers heed no others of it. Not the longest text:
 * they would cut what is pasted without a word, and the answer says it instead.
 */
export const heeded = {
  choice: ({ required }: FieldRules) => ({ required }),
  moment: ({ required, min, max }: FieldRules) => ({ required, min, max }),
  lines: ({ required, minLength }: FieldRules) => ({ required, minLength }),
  line: ({ required, minLength, pattern, title, inputMode }: FieldRules) => ({
    required,
    minLength,
    pattern,
    title,
    inputMode,
  }),
}

/** Attributes that every control shares: its name, what is asked of it, and what describes it. */
export function controlProps(field: Field, hint: ReactNode, kind: keyof typeof heeded = 'choice') {
  const describedBy = [
    hint ? field.descriptionId : null,
    field.errors ? field.errorId : null,
  ].filter(Boolean)
  return {
    id: field.id,
    name: field.name,
    ...heeded[kind](field),
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
  { value, error, rules }: { value?: string; error?: string; rules?: FieldRules } = {},
): Field {
  return {
    id: `f-${name}`,
    name,
    formId: '',
    ...rules,
    errorId: `f-${name}-error`,
    descriptionId: `f-${name}-hint`,
    errors: error ? [error] : undefined,
    initialValue: value,
  }
}
