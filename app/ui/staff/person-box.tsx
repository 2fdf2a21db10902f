import { useNavigate } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SuggestedPerson } from '#app/domain/people/list/suggested-person.ts'
import { paths } from '#app/paths.ts'
import { inputPause } from '../form/input-pause.ts'
import { useScripted } from '../use-scripted.ts'

/**
 * The box of a form that finds people. Where scripts run it proposes who is meant while a name is
 * typed (arrows and Enter, or a press; Escape closes), and `pathOf` is where one of them leads.
 * Without, and with Enter on nobody, the form searches.
 */
export function PersonBox(props: {
  studio: { slug: string }
  id: string
  label: string
  value?: string
  /** Where proposals are asked for; people's alone without it. */
  source?: (studio: { slug: string }, params: { q: string }) => string
  pathOf: (person: SuggestedPerson) => string
}) {
  const { studio, id, label, value = '', source = paths.manageSuggestions, pathOf } = props
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = useSuggested(studio, text, source)
  const open = found.length > 0
  const scripted = useScripted()

  useEffect(() => {
    const box = list.current
    if (!box || !input.current || box.matches(':popover-open') === open) return
    if (open) {
      const { left, bottom } = input.current.getBoundingClientRect()
      box.style.left = `${left}px`
      box.style.top = `${bottom + 6}px`
    }
    box.togglePopover(open)
  }, [open])

  const close = () => {
    setText('')
    setAt(-1)
  }
  const take = (person: SuggestedPerson) => {
    close()
    if (input.current) input.current.value = ''
    navigate(pathOf(person))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const chosen = found[at]
    if (key === 'Escape') close()
    else if (key === 'Enter') {
      if (!chosen) return close()
      event.preventDefault()
      take(chosen)
    } else if (open && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      const last = found.length - 1
      if (key === 'ArrowDown') setAt(at >= last ? 0 : at + 1)
      else setAt(at <= 0 ? last : at - 1)
    }
  }

  return (
    <>
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        type="search"
        placeholder={label}
        defaultValue={value}
        autoComplete="off"
        maxLength={80}
        {...(scripted && {
          role: 'combobox',
          'aria-expanded': open,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': found[at] ? `${id}-${at}` : undefined,
        })}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value.trim())
          setAt(-1)
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="proposed"
        popover="manual"
      >
        {found.map((person, i) => (
          // The keys are those of the box, which keeps the focus.
          <button
            type="button"
            tabIndex={-1}
            key={person.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
          >
            <b>{person.name}</b> <small>{person.note}</small>
          </button>
        ))}
      </div>
    </>
  )
}

/** Who is meant by what was typed; nobody while nothing was, or it cannot be asked. */
function useSuggested(
  studio: { slug: string },
  text: string,
  source: (studio: { slug: string }, params: { q: string }) => string,
): readonly SuggestedPerson[] {
  const [found, setFound] = useState<readonly SuggestedPerson[]>([])
  const { slug } = studio
  useEffect(() => {
    if (text.length < 2) return setFound([])
    const asked = new AbortController()
    const waiting = setTimeout(async () => {
      try {
        const answer = await fetch(source({ slug }, { q: text }), asked)
        if (answer.ok) setFound(((await answer.json()) as { people: SuggestedPerson[] }).people)
      } catch {
        setFound([])
      }
    }, inputPause)
    return () => {
      clearTimeout(waiting)
      asked.abort()
    }
  }, [slug, text, source])
  return found
}
