import type { ReactNode } from 'react'
import { FieldError, SavedMeanwhile } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'

const dayNames = [
  ['MO', 'Mon'],
  ['TU', 'Tue'],
  ['WE', 'Wed'],
  ['TH', 'Thu'],
  ['FR', 'Fri'],
  ['SA', 'Sat'],
  ['SU', 'Sun'],
] as const
type Day = (typeof dayNames)[number][0]

/**
 * Days of the week to tick, as `MO`. `saved` are those someone else saved meanwhile. Styles:
 * `staff-schedule`.
 */
export function WeekDays(props: {
  field: Field
  days: readonly Day[]
  saved?: readonly Day[] | undefined
  children?: ReactNode
}) {
  const { field, days, saved, children } = props
  const savedText = saved && dayNames.flatMap(([day, text]) => (saved.includes(day) ? [text] : []))
  return (
    <fieldset className="field" id={field.id}>
      <legend>Every week on</legend>
      <FieldError field={field} />
      <SavedMeanwhile text={savedText?.join(', ')} />
      <div className="days">
        {dayNames.map(([day, text]) => (
          <label key={day}>
            <input
              type="checkbox"
              name={field.name}
              value={day}
              defaultChecked={days.includes(day)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
