import { Form, useActionData } from '@remix-run/react'
import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields } from '../form/buttons.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'

/** Asks somebody by email to look after a person, with who was asked and has not answered. */
export function InviteGuardian({
  page,
  name,
  rules,
  formKey,
  invitations,
}: {
  page: string
  /** Of the person. */
  name: string
  rules: FormRules
  formKey: string
  invitations: readonly { id: string; email: string }[]
}) {
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('invite', ['email'], {
    answer: answer?.result ? answer : undefined,
    rules,
  })
  return (
    <section aria-labelledby="invite-guardian">
      <h2 id="invite-guardian">Invite a guardian by email</h2>
      <p className="muted">
        For a parent who isn’t a member yet. They look after {name} once they accept.
      </p>
      {invitations.length > 0 && (
        <ul className="lines">
          {invitations.map(({ id, email }) => (
            <li key={id}>
              {email} <span className="muted">invited</span>
              <Form method="post" action={page} className="add">
                <HiddenFields values={{ act: 'withdraw', relative: id }} />
                <button type="submit" className="button small">
                  Withdraw<span className="vh"> the invitation of {email}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <LiveFormBody of={form} action={page}>
        <HiddenFields values={{ key: formKey }} />
        <div className="sheet-form">
          <TextField field={form.fields.email} label="Email" type="email" autoComplete="off" />
        </div>
        <div className="form-end">
          <SendButton sending="Sending…">Invite a guardian</SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}
