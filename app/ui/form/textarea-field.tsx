import type { ReactNode } from 'react'
import { controlProps, FieldFrame, shownValue } from './field-frame.tsx'
import type { Field } from './form-answer.ts'

/** Several lines of text. It grows with what is typed; from five rows on it begins tall. */
export function TextareaField(props: {
  field: Field
  label: ReactNode
  hint?: ReactNode
  rows?: number
}) {
  const { field, hint, rows = 4 } = props
  return (
    <FieldFrame {...props}>
      <textarea
        {...controlProps(field, hint, 'lines')}
        rows={rows}
        className={rows < 5 ? undefined : 'long'}
        defaultValue={shownValue(field)}
      />
    </FieldFrame>
  )
}
