import * as z from 'zod'
import { newPasswordField } from '#app/domain/identity/accounts/account-fields.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export const passwordSchema = (minLength: number) =>
  z.object({ password: newPasswordField(minLength) })

/** Asks for the new password of the account behind a mailed link. */
export function PasswordForm({
  answer,
  rules,
  email,
  minLength,
  title = 'Set a new password',
  intro = 'This signs you in here and signs you out everywhere else.',
  button = 'Set new password',
}: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  email: string
  minLength: number
  title?: string
  intro?: string
  button?: string
}) {
  const form = usePageForm<z.input<ReturnType<typeof passwordSchema>>>('new-password', answer, {
    rules,
  })
  return (
    <Form
      of={form}
      names={['password']}
      title={title}
      intro={
        <p>
          For {email}. {intro}
        </p>
      }
    >
      {/* Password managers keep the new password under this address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={form.fields.password}
        label="New password"
        hint={`At least ${minLength} characters. Three words are better than one.`}
        autoComplete="new-password"
      />
      <SubmitButton>{button}</SubmitButton>
    </Form>
  )
}
