import { Form, useNavigation } from '@remix-run/react'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { Field, PageFormAnswer } from './page-form.ts'

/** Typing is checked this many milliseconds after a key (specification 9). */
const typingPause = 20

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Answered = { initialValue?: Record<string, unknown> | null; error?: Record<string, string[] | null> | null }

export type LiveForm<Name extends string> = {
  id: string
  fields: Record<Name, Field>
  names: readonly Name[]
  /** What the server found wrong: the form as a whole first, then each field. Typing adds nothing here. */
  answered: { field: string | null; text: string }[]
  refusal: string | null
  /** A try to send it was held back in the browser. */
  incomplete: boolean
  check: (control: Control) => void
  checkAll: (form: HTMLFormElement) => Control | undefined
}

/**
 * A form of a manage page. It is complete without scripts: typed values and sentences come with the answer. In a
 * browser that runs scripts it is checked while typing by the browser's own rules of each control (`required`, `type`,
 * `maxLength` …), in the words of `sentences`; what only the server knows stays the server's.
 */
export function useLiveForm<Name extends string>(
  id: string,
  names: readonly Name[],
  {
    answer,
    values,
    sentences = {},
  }: {
    answer: PageFormAnswer | undefined
    values?: Partial<Record<Name, string>>
    sentences?: Partial<Record<Name, string>>
  },
): LiveForm<Name> {
  const [live, setLive] = useState<Record<string, string | undefined>>({})
  const [incomplete, setIncomplete] = useState(false)
  const [checked, setChecked] = useState(answer)
  if (checked !== answer) {
    setChecked(answer)
    setLive({})
    setIncomplete(false)
  }
  const { initialValue, error } = (answer?.result ?? {}) as Answered

  const fieldOf = (name: Name): Field => {
    const errors = name in live ? (live[name] ? [live[name]] : undefined) : (error?.[name] ?? undefined)
    return {
      id: `${id}-${name}`,
      name,
      formId: id,
      errorId: `${id}-${name}-error`,
      descriptionId: `${id}-${name}-description`,
      errors,
      initialValue: answer ? initialValue?.[name] : values?.[name],
      required: undefined,
    } as Field
  }

  const sentenceOf = (control: Control): string | undefined => {
    if (control.validity.valid) return undefined
    const given = control.validity.valueMissing ? sentences[control.name as Name] : undefined
    if (control.validity.typeMismatch && control.type === 'email') return 'Enter an email address like name@example.com'
    return given ?? control.validationMessage
  }

  return {
    id,
    names,
    fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, Field>,
    answered: [
      ...(error?.[''] ?? []).map((text) => ({ field: null, text })),
      ...names.flatMap((name) => (error?.[name] ?? []).slice(0, 1).map((text) => ({ field: `${id}-${name}`, text }))),
    ],
    refusal: answer?.refusal ?? null,
    incomplete,
    check: (control) => setLive((before) => ({ ...before, [control.name]: sentenceOf(control) })),
    checkAll: (form) => {
      const controls = controlsOf(form)
      setLive(Object.fromEntries(controls.map((control) => [control.name, sentenceOf(control)])))
      const wrong = controls.find((control) => !control.validity.valid)
      setIncomplete(wrong !== undefined)
      return wrong
    },
  }
}

/** Buttons have no value that could be wrong, hidden fields none that a person could mend. */
const controlsOf = (form: HTMLFormElement) =>
  ([...form.elements] as unknown as Control[]).filter(
    ({ name, tagName, type }) => name && tagName !== 'BUTTON' && tagName !== 'FIELDSET' && type !== 'hidden',
  )

const controlOf = (event: FormEvent | FocusEvent) => {
  const target = event.target as Partial<Control>
  return target.name && target.validity ? (target as Control) : null
}

/**
 * The form itself: what is wrong, then the fields. A control is checked when it is left and, from then on, while typing;
 * one with something wrong keeps the form from being sent, which says "Form incomplete." and leads there.
 */
export function LiveFormBody<Name extends string>(props: {
  of: LiveForm<Name>
  action?: string
  className?: string
  children: ReactNode
}) {
  const { of: form, action, className, children } = props
  const [scripted, setScripted] = useState(false)
  const left = useRef(new Set<string>())
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => {
    setScripted(true)
    return () => clearTimeout(waiting.current)
  }, [])

  const follow = (event: FormEvent) => {
    const control = controlOf(event)
    if (!control || !(left.current.has(control.name) || form.fields[control.name as Name]?.errors)) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => form.check(control), typingPause)
  }
  const leave = (event: FocusEvent) => {
    const control = controlOf(event)
    if (!control || control.value === '') return
    left.current.add(control.name)
    form.check(control)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    const wrong = form.checkAll(event.currentTarget)
    if (!wrong) return
    event.preventDefault()
    wrong.focus()
  }

  return (
    <>
      {!form.incomplete && <ErrorSummary id={form.id} errors={form.answered} refusal={form.refusal} />}
      <Form
        id={form.id}
        method="post"
        action={action}
        className={className}
        noValidate={scripted}
        onInput={follow}
        onBlur={leave}
        onSubmit={send}
      >
        {children}
        <p className="incomplete" role="alert">
          {form.incomplete && 'Form incomplete.'}
        </p>
      </Form>
    </>
  )
}

/** The button that sends a form; while it is on its way it says so. It is never disabled: a second press does nothing. */
export function SendButton({
  children,
  sending,
  tone = 'primary',
}: {
  children: ReactNode
  sending: string
  tone?: string
}) {
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  return (
    <button type="submit" className={`button ${tone}`} aria-busy={busy || undefined}>
      {busy ? sending : children}
    </button>
  )
}
