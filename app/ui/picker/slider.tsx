import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { controlProps, FieldError, shownValue } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'
import { useScripted } from '../use-scripted.ts'
import {
  digitPause,
  digitsAfter,
  type SliderRange,
  sliderDefaults,
  typedValue,
} from './slider-range.ts'

/**
 * A number of a range. With scripts its value is beside it, and digits typed on it set it.
 * Style: `picker`.
 */
export function Slider(
  props: Partial<SliderRange> & {
    field: Field
    label: string
    hint?: string
    unit?: string
    disabled?: boolean
  },
) {
  const { field, label, hint, unit = '', disabled, ...given } = props
  const range = { ...sliderDefaults, ...given }
  const [value, setValue] = useState(Number(shownValue(field) || range.min))
  const scripted = useScripted()
  const typed = useRef('')
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(waiting.current), [])

  const type = (event: KeyboardEvent) => {
    const digits =
      event.ctrlKey || event.metaKey || event.altKey ? null : digitsAfter(typed.current, event.key)
    if (digits === null) return
    event.preventDefault()
    typed.current = digits
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      setValue(typedValue(typed.current, range))
      typed.current = ''
    }, digitPause)
  }

  return (
    <div className={field.errors ? 'field picker wrong' : 'field picker'}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <p className="soft" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      <div className="slider">
        <input
          {...controlProps(field, hint)}
          type="range"
          {...range}
          value={value}
          onChange={(event) => setValue(Number(event.target.value))}
          onKeyDown={type}
          disabled={disabled}
          aria-valuetext={unit ? `${value} ${unit}` : undefined}
        />
        {scripted ? (
          <output htmlFor={field.id}>
            {value} {unit}
          </output>
        ) : (
          <span className="soft" aria-hidden="true">
            {range.min} to {range.max} {unit}
          </span>
        )}
      </div>
    </div>
  )
}
