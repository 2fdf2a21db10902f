import { lazy, Suspense } from 'react'
import { noIconFound } from '#app/values/icon.ts'
import { FieldError, SavedMeanwhile } from '../form/field-frame.tsx'
import { DrawnIcon } from '../icon/drawn-icon.tsx'
import { useScripted } from '../use-scripted.ts'
import { IconCredit, type IconPickerProps } from './icon-credit.tsx'

/** Brings the queries with it, so it is loaded only where a picker stands. */
const IconCombobox = lazy(() => import('./icon-combobox.tsx'))

/**
 * Chooses an icon. Posts its value under the field's name. Without scripts it is a search and radio
 * buttons: the search posts the form itself (`find`), so that nothing typed is lost
 * (`app/http/icon-choices.server.ts`). With scripts it is a search box whose panel follows the
 * typing. Style: `picker`.
 */
export function IconPicker(props: IconPickerProps) {
  const plain = <PlainIcons {...props} />
  if (!useScripted()) return plain
  return (
    <Suspense fallback={plain}>
      <IconCombobox {...props} />
    </Suspense>
  )
}

function PlainIcons({
  field,
  label,
  hint,
  icons: { query, shown, chosen },
  disabled,
}: IconPickerProps) {
  const others = shown.filter(({ value }) => value !== chosen?.value)
  return (
    <fieldset
      className={field.errors ? 'field picker wrong' : 'field picker'}
      id={field.id}
      disabled={disabled}
    >
      {/* The first button is the one Enter presses: it sends the form, and a search that was not
          looked up is told apart. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
      <legend>{label}</legend>
      {hint && <p className="soft">{hint}</p>}
      <FieldError field={field} />
      <SavedMeanwhile text={field.saved && 'another icon'} />
      <details className="picker-box" open={query !== '' || field.errors !== undefined}>
        <summary className="picker-line">
          {chosen ? <DrawnIcon body={chosen.body} /> : null}
          <span>{chosen?.label ?? 'No icon'}</span>
        </summary>
        <div className="picker-open">
          <div className="picker-find">
            <label className="vh" htmlFor={`${field.id}-find`}>
              Find an icon
            </label>
            <input
              id={`${field.id}-find`}
              name={`${field.name}Find`}
              type="search"
              defaultValue={query}
              placeholder="Find an icon"
              maxLength={60}
              autoComplete="off"
            />
            <input type="hidden" name={`${field.name}Shown`} value={query} />
            <button type="submit" className="button" name="find" value={field.name} formNoValidate>
              Find
            </button>
          </div>
          <div className="icon-grid">
            <IconRadio name={field.name} value="" label="No icon" chosen={chosen === null} />
            {[...(chosen ? [chosen] : []), ...others].map((icon) => (
              <IconRadio key={icon.value} name={field.name} {...icon} chosen={icon === chosen} />
            ))}
          </div>
          {shown.length === 0 && <p className="picker-none">{noIconFound}</p>}
          <IconCredit />
        </div>
      </details>
    </fieldset>
  )
}

function IconRadio(props: {
  name: string
  value: string
  label: string
  body?: string
  chosen: boolean
}) {
  const { name, value, label, body = '<path d="M7 12h10" stroke="currentColor"/>', chosen } = props
  return (
    <label title={label}>
      <input type="radio" name={name} value={value} defaultChecked={chosen} />
      <DrawnIcon body={body} />
      <span className="vh">{label}</span>
    </label>
  )
}
