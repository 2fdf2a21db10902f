import { Form, useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { codeIn, isScanned } from '#app/domain/reception/member-code.ts'
import type { TapMethod } from '#app/domain/reception/taps.ts'
import { paths } from '#app/paths.ts'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'

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
}) {
  const { studio, q, scan, away, onAway } = props
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Asked anew each time: another search brings another box.
    const focus = () =>
      form.current
        ?.querySelector<HTMLInputElement>('input[type=search]')
        ?.focus({ preventScroll: true })
    // With a finger the keyboard of the screen would cover the rosters.
    if (matchMedia('(pointer: fine)').matches) focus()
    // A scanner types wherever the focus is: after a press on a button that must be the box all the
    // same.
    const follow = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const typed =
        key.length === 1 && key !== ' ' && key !== '/' && !ctrlKey && !metaKey && !altKey
      if (typed && !(target as HTMLElement).matches('input, select, textarea')) focus()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])

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
      aria-label="Who comes in"
      onSubmit={send}
    >
      <input type="hidden" name="act" value="find" />
      <SearchFilter key={q} label="Name, or scan a code" value={q} />
      <button type="submit" className="button primary">
        Find or check in
      </button>
    </Form>
  )
}
