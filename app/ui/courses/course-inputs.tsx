/** The inputs of the form of a course, each with its label, its value and what is wrong with it. */
import type { CourseField } from '#app/domain/courses/course-values.ts'
import { SelectField } from '../form/choice-field.tsx'
import { shownValue } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'
import { TextField } from '../form/text-field.tsx'
import { TextareaField } from '../form/textarea-field.tsx'

export type Choice = { id: string; name: string }

/** `fields` are those of the live form. */
export function courseInputs(fields: Record<CourseField, Field>) {
  const input = (
    name: CourseField,
    label: string,
    more: { type?: 'date' | 'time' | 'datetime-local'; placeholder?: string } = {},
    hint?: string,
  ) => <TextField field={fields[name]} label={label} hint={hint} autoComplete="off" {...more} />
  const area = (name: CourseField, label: string, hint?: string) => (
    <TextareaField field={fields[name]} label={label} hint={hint} rows={3} />
  )
  const select = (
    name: CourseField,
    label: string,
    options: readonly Choice[],
    none: string | null,
    hint?: string,
  ) => (
    <SelectField
      field={fields[name]}
      label={label}
      hint={hint}
      options={options.map(({ id, name: text }) => ({ value: id, label: text }))}
      empty={none ?? 'Choose'}
    />
  )
  const tick = (name: CourseField, label: string) => {
    const { id, saved } = fields[name]
    return (
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={shownValue(fields[name]) === 'on'}
        />
        <span>
          {label}
          {saved !== undefined && (
            <small> Saved by someone else: {saved === 'on' ? 'ticked' : 'not ticked'}</small>
          )}
        </span>
      </label>
    )
  }
  return { input, area, select, tick }
}
