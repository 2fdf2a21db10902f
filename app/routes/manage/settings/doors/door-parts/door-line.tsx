import { Form } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export type ShownDoor = {
  id: string
  name: string
  location: string | null
  minutes: number
  address: string
}

/** A door: where its lock asks, a code to try at it, another secret, and its end. */
export function DoorLine(props: {
  door: ShownDoor
  /** What a code that is tried may be. */
  rules: FormRules
  answer: PageFormAnswer | undefined
}) {
  const { rules, answer } = props
  const { id, name, location, minutes, address } = props.door
  return (
    <li>
      <div>
        <b>{name}</b>{' '}
        <span className="muted">
          {location ?? 'All locations'}, opens {minutes} minutes before a class
        </span>
        <p>
          <code>{address}</code>
        </p>
        <SmallForm
          id={`test-${id}`}
          names={['code']}
          rules={rules}
          answer={triedAt(answer) === id ? answer : undefined}
          className="add"
        >
          {({ code }) => (
            <>
              <HiddenFields values={{ id }} />
              <TextField field={code} label={`Member code to try at ${name}`} autoComplete="off" />
              <button type="submit" className="button small" name="act" value="test">
                Test<span className="vh"> {name}</span>
              </button>
            </>
          )}
        </SmallForm>
        <Form method="post" className="add">
          <HiddenFields values={{ id }} />
          <button type="submit" className="button small" name="act" value="renew">
            New secret<span className="vh"> for {name}</span>
          </button>
          <button type="submit" className="button small" name="act" value="shut">
            Remove<span className="vh"> {name}</span>
          </button>
        </Form>
      </div>
    </li>
  )
}

/** The door whose code was refused; null where the answer is about another form. */
export function triedAt(answer: PageFormAnswer | undefined): string | null {
  const posted = (answer?.result as { initialValue?: { act?: string; id?: string } } | undefined)
    ?.initialValue
  return posted?.act === 'test' ? (posted.id ?? null) : null
}
