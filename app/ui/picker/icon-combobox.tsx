import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { CatalogueIcon } from '#app/values/icon.ts'
import { findIcons, noIconFound } from '#app/values/icon.ts'
import { FieldError, SavedMeanwhile } from '../form/field-frame.tsx'
import { inputPause } from '../form/input-pause.ts'
import { DrawnIcon } from '../icon/drawn-icon.tsx'
import { Icon } from '../icon/icon.tsx'
import { queryClient } from '../query/query-client.ts'
import { IconCredit, type IconPickerProps } from './icon-credit.tsx'
import { optionAfter } from './panel.ts'
import { usePanel } from './use-panel.ts'

/** Icons in a row of the panel; the styles lay out as many. */
const columns = 6

/** The icon picker of a page that runs scripts. */
export default function IconCombobox(props: IconPickerProps) {
  return (
    <QueryClientProvider client={queryClient()}>
      <Combobox {...props} />
    </QueryClientProvider>
  )
}

async function fetchIcons(text: string, signal: AbortSignal): Promise<CatalogueIcon[]> {
  const answer = await fetch(paths.icons({ q: text }), { signal })
  if (!answer.ok) throw new Error(`The icons answered ${answer.status}`)
  return (await answer.json()) as CatalogueIcon[]
}

/** What is typed, once it has rested for the pause of all our inputs. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const waiting = setTimeout(() => setRested(text), inputPause)
    return () => clearTimeout(waiting)
  }, [text])
  return rested
}

function Combobox({ field, label, hint, icons, disabled }: IconPickerProps) {
  const [picked, setPicked] = useState(icons.chosen)
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const { open, tell, box } = usePanel()
  const sought = text.trim()
  const asked = useRested(sought)
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['icons', asked],
    queryFn: ({ signal }) => fetchIcons(asked, signal),
    placeholderData: keepPreviousData,
    enabled: open && !disabled,
    // What the page brought along needs no asking.
    ...(asked === '' && icons.query === '' ? { initialData: [...icons.shown] } : {}),
  })
  // Until this search is answered, what the last one found is narrowed, and Enter takes none of it.
  const late = isPlaceholderData || asked !== sought
  const found = late ? findIcons(data ?? [], sought) : (data ?? [])
  const [list, active] = [`${field.id}-list`, found[at]]

  const pick = (icon: CatalogueIcon | null) => {
    setPicked(icon)
    setText('')
    setAt(-1)
    tell('dismiss')
  }
  const type = (typed: string) => {
    setText(typed)
    setAt(-1)
    tell('ask')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (active || text !== '')) {
      // Never sends the form from within a search.
      event.preventDefault()
      const chosen = active ?? found[0]
      if (chosen && open && !late) pick(chosen)
      return
    }
    const next = optionAfter(event.key, open ? at : -1, found.length, columns)
    if (next === null) return
    event.preventDefault()
    tell('ask')
    setAt(next)
  }

  const describedBy = [
    `${field.id}-now`,
    hint ? field.descriptionId : '',
    field.errors ? field.errorId : '',
  ]
  return (
    <div className={field.errors ? 'field picker wrong' : 'field picker'}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <p className="soft" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      <SavedMeanwhile text={field.saved && 'another icon'} />
      <input type="hidden" name={field.name} value={picked?.value ?? ''} />
      <div className="picker-box" {...box}>
        <div className="picker-line">
          <Icon name="search" />
          <input
            id={field.id}
            role="combobox"
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={open && active ? `${list}-${at}` : undefined}
            aria-describedby={describedBy.filter(Boolean).join(' ')}
            aria-invalid={field.errors ? true : undefined}
            value={text}
            placeholder={picked ? '' : 'Find an icon'}
            onChange={(event) => type(event.target.value)}
            onClick={() => tell('ask')}
            onKeyDown={press}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            disabled={disabled}
          />
          <span className="vh" id={`${field.id}-now`}>
            {picked ? `${picked.label} is chosen` : 'No icon is chosen'}
          </span>
          {picked && text === '' && (
            <span className="picked" aria-hidden="true">
              <DrawnIcon body={picked.body} /> {picked.label}
            </span>
          )}
          {picked && !disabled && (
            <button type="button" className="picker-clear" onClick={() => pick(null)}>
              <Icon name="cross" />
              <span className="vh">Choose no icon</span>
            </button>
          )}
        </div>
        <div className="picker-panel icon-panel" hidden={!open || disabled}>
          <div
            role="listbox"
            id={list}
            aria-label={asked === '' ? 'Popular icons' : 'Icons found'}
            className="icon-grid"
          >
            {found.map((icon, i) => (
              // The keys are those of the search box, which keeps the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant reaches it.
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search box takes it.
              <div
                key={icon.value}
                role="option"
                id={`${list}-${i}`}
                aria-selected={icon.value === picked?.value}
                className={i === at ? 'active' : undefined}
                title={icon.label}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(icon)}
              >
                <DrawnIcon body={icon.body} />
                <span className="vh">{icon.label}</span>
              </div>
            ))}
          </div>
          <p className={found.length === 0 ? 'picker-none' : 'vh'} role="status">
            {foundWords({ failed: isError, answered: Boolean(data) && !late, found: found.length })}
          </p>
          <IconCredit />
        </div>
      </div>
    </div>
  )
}

function foundWords(search: { failed: boolean; answered: boolean; found: number }): string {
  const { failed, answered, found } = search
  if (failed && found === 0) return 'We can’t load the icons. Type again to retry.'
  if (!answered) return 'Looking…'
  return found === 0 ? noIconFound : `${found} icons`
}
