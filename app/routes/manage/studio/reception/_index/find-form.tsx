import { Form, useSubmit } from '@remix-run/react'
import { type FormEvent, useCallback, useEffect, useRef } from 'react'
import { codeIn, isScanned } from '#app/domain/reception/member-code.ts'
import type { TapMethod } from '#app/domain/reception/taps.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PersonBox } from '#app/ui/staff/person-box.tsx'

/**
 * The one box of the desk: a name, or a code that was typed or came from a scanner that types it
 * with Enter. A code checks in; what the page knows itself (`scan`) needs no network.
 */
export function FindForm(props: {
  studio: { slug: string }
  q: string
  /** Handles a code with what the page knows; false leaves it to the server. */
  scan: (code: string, method: TapMethod) => boolean
  /** Says why nothing can be looked up now; null where it can. */
  away: string | null
  onAway: (message: string) => void
  /** Another word each time something was done: then the box is ready for the next person. */
  done: string
}) {
  const { studio, q, scan, away, onAway, done } = props
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  // Asked again each time: another search brings another box.
  const focus = useCallback(
    () =>
      form.current
        ?.querySelector<HTMLInputElement>('input[type=search]')
        ?.focus({ preventScroll: true }),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each check-in (`done`).
  useEffect(() => {
    // With a finger the keyboard of the screen would cover the rosters; and nobody is to be
    // interrupted who types elsewhere.
    const elsewhere = document.activeElement?.matches('main :is(input, select, textarea)')
    if (matchMedia('(pointer: fine)').matches && !elsewhere) focus()
  }, [done, focus])
  useEffect(() => {
    // A scanner types wherever the focus is: after a press on a button that must be the box all the
    // same.
    const follow = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const typed =
        key.length === 1 && key !== ' ' && key !== '/' && !ctrlKey && !metaKey && !altKey
      if (typed && !(target as HTMLElement).matches('input, select, textarea')) focus()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [focus])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement
    const typed = field.value
    const code = codeIn(typed)
    const handled = code !== null && scan(code, isScanned(typed) ? 'qr' : 'code')
    if (!handled && away !== null) onAway(away)
    else if (!handled) submit(event.currentTarget)
    if (code !== null) field.value = ''
  }

  return (
    <Form
      ref={form}
      className="filters find-person"
      method="post"
      action={paths.manageReception(studio)}
      role="search"
      aria-label="Who’s here?"
      onSubmit={send}
    >
      <input type="hidden" name="act" value="find" />
      <div className="search" key={q}>
        <Icon name="search" />
        <PersonBox
          studio={studio}
          id="who"
          label="Name, or scan a code"
          value={q}
          pathOf={({ id }) => paths.manageReception(studio, { person: id })}
        />
      </div>
      <button type="submit" className="button primary">
        Find or check in
      </button>
    </Form>
  )
}
