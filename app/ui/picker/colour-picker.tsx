import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { type ColourRange, coloursOf, ownColour } from '#app/values/palette.ts'
import { FieldError, SavedMeanwhile, shownValue } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'
import { useScripted } from '../use-scripted.ts'
import { colourChoice, colourWords, ownHex } from './colour-words.ts'
import { Swatch } from './swatch.tsx'
import { usePanel } from './use-panel.ts'

type ColourPickerProps = ColourRange & {
  field: Field
  label: string
  hint?: string
  disabled?: boolean
  /** Whether no colour can be chosen, too. */
  none?: boolean
}

/**
 * Chooses a colour: of the palette, none, or one of someone's own. Posts the choice under the
 * field's name and the own colour beside it (`pickedColour` reads both). The radio buttons are the
 * same with and without scripts; with them they lie in a panel that opens on focus or hover.
 * Styles: `picker`, `palette`.
 */
export function ColourPicker(props: ColourPickerProps) {
  const scripted = useScripted()
  const { field } = props
  const stored = shownValue(field)
  const [value, setValue] = useState(stored)
  const choices = <ColourRadios {...props} stored={stored} onPick={setValue} />
  return (
    <fieldset
      className={field.errors ? 'field picker wrong' : 'field picker'}
      disabled={props.disabled}
    >
      <legend>{props.label}</legend>
      {props.hint && (
        <p className="soft" id={field.descriptionId}>
          {props.hint}
        </p>
      )}
      <FieldError field={field} />
      <SavedMeanwhile text={field.saved && colourWords(field.saved)} />
      {scripted ? (
        <ColourPanel field={field} label={props.label} value={value} disabled={props.disabled}>
          {choices}
        </ColourPanel>
      ) : (
        <details className="picker-box" open={field.errors !== undefined} id={field.id}>
          <summary className="picker-line">
            <Swatch value={value} />
            <span>{colourWords(value)}</span>
          </summary>
          <div className="picker-open">{choices}</div>
        </details>
      )}
    </fieldset>
  )
}

function ColourPanel(props: {
  field: Field
  label: string
  value: string
  disabled: boolean | undefined
  children: ReactNode
}) {
  const { field, label, value, disabled, children } = props
  const { open, tell, box } = usePanel()
  const button = useRef<HTMLButtonElement>(null)
  const leaveByKey = (event: KeyboardEvent) => {
    // What had the focus is about to be hidden.
    if (event.key === 'Escape' && open) button.current?.focus()
    box.onKeyDown(event)
  }
  return (
    // What it listens to comes from the button and the radio buttons.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is nothing to press itself.
    <div className="picker-box" {...box} onKeyDown={leaveByKey}>
      <button
        type="button"
        ref={button}
        id={field.id}
        className="picker-line"
        aria-expanded={open}
        aria-controls={`${field.id}-panel`}
        onClick={() => tell('ask')}
        disabled={disabled}
      >
        <Swatch value={value} />
        <span className="vh">{label}: </span>
        <span>{colourWords(value)}</span>
      </button>
      <div
        className="picker-panel colour-panel"
        id={`${field.id}-panel`}
        hidden={!open || disabled}
      >
        {children}
      </div>
    </div>
  )
}

function ColourRadios(
  props: ColourPickerProps & { stored: string; onPick: (value: string) => void },
) {
  const { field, theme, gradients, none = true, stored, onPick } = props
  const own = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState(colourChoice(stored))
  const choose = (picked: string) => {
    setChoice(picked)
    onPick(picked === ownColour ? (own.current?.value ?? '') : picked)
  }
  const radio = (value: string) => ({
    type: 'radio',
    name: field.name,
    value,
    checked: choice === value,
    required: field.required,
    onChange: () => choose(value),
  })
  return (
    <div className="colours" role="radiogroup" aria-label={props.label}>
      {coloursOf({
        ...(theme === undefined ? {} : { theme }),
        ...(gradients === undefined ? {} : { gradients }),
      }).map(({ label, value }) => (
        <label key={value} title={label}>
          <input {...radio(value)} />
          <Swatch value={value} />
          <span className="vh">{label}</span>
        </label>
      ))}
      {none && (
        <label className="words">
          <input {...radio('')} /> None
        </label>
      )}
      <label className="words">
        <input {...radio(ownColour)} /> Own
      </label>
      <input
        ref={own}
        type="color"
        name={`${field.name}Own`}
        aria-label="Own colour"
        defaultValue={ownHex(stored)}
        onInput={() => choose(ownColour)}
      />
    </div>
  )
}
