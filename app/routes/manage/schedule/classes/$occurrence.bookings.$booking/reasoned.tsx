import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** A form that asks for a reason first; it shows what was wrong only with itself. */
export function Reasoned(props: {
  act: string
  action: string
  rules: FormRules
  answer: PageFormAnswer | undefined
  /** No reason is asked for. */
  without?: boolean
  children: ReactNode
}) {
  const { without = false, act, action, rules, answer, children } = props
  return (
    <SmallForm
      id={act === 'cancel' ? act : `${act}-one`}
      names={['reason']}
      rules={rules}
      answer={sentOf(answer)?.act === act ? answer : undefined}
      action={action}
      className="act"
    >
      {({ reason }) => (
        <>
          {!without && (
            <TextField
              field={reason}
              label={reason.required ? 'Reason' : 'Reason (optional)'}
              autoComplete="off"
            />
          )}
          {children}
        </>
      )}
    </SmallForm>
  )
}

/** A button that does one thing. */
export function Act(props: { action: string; act: string; label: string; primary?: boolean }) {
  const { action, act, label, primary = false } = props
  return (
    <Form method="post" action={action}>
      <button
        type="submit"
        name="act"
        value={act}
        className={primary ? 'button primary' : 'button'}
      >
        {label}
      </button>
    </Form>
  )
}
