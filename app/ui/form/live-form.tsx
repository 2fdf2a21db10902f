import { Form, useNavigation } from '@remix-run/react'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import { useScripted } from '../use-scripted.ts'
import { ErrorSummary, incomplete } from './error-summary.tsx'
import { type Field, type PageFormAnswer, savedMeanwhile } from './form-answer.ts'
import { inputPause } from './input-pause.ts'
import { sentenceOf } from './sentence-of.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Answered = {
  initialValue?: Record<string, unknown> | null
  error?: Record<string, string[] | null> | null
}

export type LiveForm<Name extends string> = {
  id: string
  fields: Record<Name, Field>
  names: readonly Name[]
  /**
   * What the server found wrong: the form as a whole first, then each field. Typing adds nothing
   * here.
   */
  answered: { field: string | null; text: string }[]
  refusal: string | null
  /** What still holds back a try to send it in the browser. */
  held: { field: string | null; text: string }[]
  incomplete: boolean
  check: (control: Control) => void
  /** Answers the controls that are wrong, in their order. */
  checkAll: (form: HTMLFormElement) => Control[]
}

/**
 * A form of a manage page. It is complete without scripts: typed values and sentences come with the
 * answer. `rules` are what its schema asks, as the loader sends it: each field carries them as
 * attributes of its control, which browsers check automatically. One that runs scripts is asked
 * while typing, and answers in the words of the schema; what only the server knows stays the
 * server's. `values` are what is saved: where someone else saved while the form was open, each
 * field says what differs.
 */
export function useLiveForm<Name extends string>(
  id: string,
  names: readonly Name[],
  {
    answer,
    values,
    rules,
  }: {
    answer: PageFormAnswer | undefined
    values?: Partial<Record<Name, string>>
    rules: FormRules
  },
): LiveForm<Name> {
  const [live, setLive] = useState<Record<string, string | undefined>>({})
  const [held, setHeld] = useState(false)
  const [checked, setChecked] = useState(answer)
  if (checked !== answer) {
    setChecked(answer)
    setLive({})
    setHeld(false)
  }
  const { initialValue, error } = (answer?.result ?? {}) as Answered

  const fieldOf = (name: Name): Field => {
    const told = live[name] ? [live[name]] : undefined
    const errors = name in live ? told : (error?.[name] ?? undefined)
    return {
      id: `${id}-${name}`,
      name,
      formId: id,
      errorId: `${id}-${name}-error`,
      descriptionId: `${id}-${name}-description`,
      errors,
      initialValue: answer ? initialValue?.[name] : values?.[name],
      saved:
        values && name in values ? savedMeanwhile(answer, name, values[name] ?? '') : undefined,
      ...rules[name],
    }
  }

  return {
    id,
    names,
    fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, Field>,
    answered: [
      ...(error?.[''] ?? []).map((text) => ({ field: null, text })),
      ...names.flatMap((name) =>
        (error?.[name] ?? []).slice(0, 1).map((text) => ({ field: `${id}-${name}`, text })),
      ),
    ],
    refusal: answer?.refusal ?? null,
    held: names.flatMap((name) =>
      held && live[name] ? [{ field: `${id}-${name}`, text: live[name] }] : [],
    ),
    incomplete: held && Object.values(live).some(Boolean),
    check: (control) =>
      setLive((before) => ({ ...before, [control.name]: sentenceOf(control, rules) })),
    checkAll: (form) => {
      const controls = controlsOf(form)
      const wrong = controls.filter((control) => sentenceOf(control, rules) !== undefined)
      // Of several controls of one name, such as radio buttons, one that is wrong says so for all
      // of them.
      const message = wrong.map((control) => [control.name, sentenceOf(control, rules)] as const)
      setLive(
        Object.fromEntries([
          ...controls.map(({ name }) => [name, undefined] as const),
          ...message.reverse(),
        ]),
      )
      setHeld(wrong.length > 0)
      return wrong
    },
  }
}

/** Buttons have no value that could be wrong, hidden fields none that a person could mend. */
const controlsOf = (form: HTMLFormElement) =>
  ([...form.elements] as unknown as Control[]).filter(
    ({ name, tagName, type }) =>
      name && tagName !== 'BUTTON' && tagName !== 'FIELDSET' && type !== 'hidden',
  )

/** Opens what a control is folded into: one that is hidden takes no focus. */
function unfold(control: { parentElement: HTMLElement | null }): void {
  const fold = control.parentElement?.closest('details')
  if (!fold) return
  fold.open = true
  unfold(fold)
}

/** So many fields need no summary of what is wrong before they are sent. */
const fewFields = 2

const controlOf = (event: FormEvent | FocusEvent) => {
  const target = event.target as Partial<Control>
  return target.name && target.validity ? (target as Control) : null
}

/**
 * The form itself: what is wrong, then the fields. A control is checked when it is left and, from
 * then on, while typing; one with something wrong keeps the form from being sent, which is told as
 * the server tells it: all that is wrong above, "Form incomplete." at the button. Leads there.
 */
export function LiveFormBody<Name extends string>(props: {
  of: LiveForm<Name>
  action?: string
  className?: string
  /** `multipart/form-data` where a picture may travel with it. */
  encType?: 'multipart/form-data'
  /** Where it is sent otherwise than by the form: once nothing is wrong. */
  onSend?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  /** Told of each change, such as to show what the form would do. */
  onEdit?: ((form: HTMLFormElement) => void) | undefined
  children: ReactNode
}) {
  const { of: form, action, className, encType, onSend, onEdit, children } = props
  const scripted = useScripted()
  const left = useRef(new Set<string>())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => () => waiting.current.forEach(clearTimeout), [])

  const follow = (event: FormEvent) => {
    const control = controlOf(event)
    if (!control || !(left.current.has(control.name) || form.fields[control.name as Name]?.errors))
      return
    clearTimeout(waiting.current.get(control.name))
    waiting.current.set(
      control.name,
      setTimeout(() => form.check(control), inputPause),
    )
  }
  const leave = (event: FocusEvent) => {
    const control = controlOf(event)
    if (!control || control.value === '') return
    left.current.add(control.name)
    form.check(control)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    // A button that only looks something up sends what there is so far.
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const wrong = button?.formNoValidate ? [] : form.checkAll(event.currentTarget)
    if (wrong.length === 0) return onSend?.(event)
    event.preventDefault()
    wrong.forEach(unfold)
    wrong[0]?.focus()
  }

  // Beside a row, or with a field or two, the sentences at the fields are all in sight.
  const summed = form.names.length > fewFields ? form.held : []
  return (
    <>
      <ErrorSummary
        id={form.id}
        errors={form.incomplete ? summed : form.answered}
        refusal={form.incomplete ? null : form.refusal}
        saidBelow
      />
      <Form
        id={form.id}
        method="post"
        action={action}
        encType={encType}
        className={className}
        noValidate
        data-live={scripted || undefined}
        onInput={follow}
        onChange={onEdit && ((event) => onEdit(event.currentTarget))}
        onBlur={leave}
        onSubmit={send}
      >
        {children}
        <p className="incomplete">
          {(form.incomplete || (form.refusal === null && form.answered.length > 0)) && incomplete}
        </p>
      </Form>
    </>
  )
}

/**
 * The button that sends a form; while it is on its way it says so. It is never disabled: a second
 * press does nothing.
 */
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
