import type { ReactNode } from 'react'
import { controlProps, FieldError, shownValue } from '#app/ui/form/field-frame.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'

type Cell = { field: Field; label: ReactNode }

/** One cell of a row of fields: a small label, what is wrong, and the control. */
function Frame({ field, label, children }: Cell & { children: ReactNode }) {
  return (
    <div className={field.errors ? 'field wrong' : 'field'}>
      <label htmlFor={field.id}>{label}</label>
      <FieldError field={field} />
      {children}
    </div>
  )
}

export function TextCell({ type = 'text', ...cell }: Cell & { type?: 'text' | 'time' }) {
  return (
    <Frame {...cell}>
      <input
        {...controlProps(cell.field, null, type === 'time' ? 'moment' : 'line')}
        type={type}
        autoComplete="off"
        defaultValue={shownValue(cell.field)}
      />
    </Frame>
  )
}

export function SelectCell({
  options,
  ...cell
}: Cell & { options: readonly { value: string; label: string }[] }) {
  return (
    <Frame {...cell}>
      <select {...controlProps(cell.field, null)} defaultValue={shownValue(cell.field)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

/** One of several answers, none of them chosen beforehand unless it was saved. */
export function Choices({
  field,
  legend,
  hint,
  options,
  many = false,
}: {
  field: Field
  legend: string
  hint?: ReactNode
  options: readonly { value: string; label: ReactNode; checked?: boolean; hue?: string }[]
  /** Several may be ticked. */
  many?: boolean
}) {
  const chosen = shownValue(field)
  return (
    <fieldset className={field.errors ? 'field wrong' : 'field'}>
      <legend>{legend}</legend>
      {hint && <p className="soft">{hint}</p>}
      <FieldError field={field} />
      <div className={many ? 'chips' : 'choices'}>
        {options.map(({ value, label, checked, hue }, i) => (
          <label key={value} className={many ? 'chip' : 'pick'} data-hue={hue}>
            <input
              id={i === 0 ? field.id : undefined}
              type={many ? 'checkbox' : 'radio'}
              name={field.name}
              value={value}
              required={many ? undefined : field.required}
              defaultChecked={checked ?? value === chosen}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
