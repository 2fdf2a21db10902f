import * as z from 'zod'
import {
  nameField,
  newPasswordField,
  termsField,
} from '#app/domain/identity/accounts/account-fields.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { type Offer, offerWords } from './offer.ts'

export const newAccountSchema = (minLength: number) =>
  z.object({ name: nameField, password: newPasswordField(minLength), terms: termsField })

/** Opens the account of someone who was invited and has none. */
export function NewAccountForm(props: {
  answer: PageFormAnswer | undefined
  studio: { name: string }
  offer: Offer
  name: string
  passwordMinLength: number
  rules: FormRules
}) {
  const { answer, studio, offer, name, passwordMinLength, rules } = props
  const form = usePageForm<z.input<ReturnType<typeof newAccountSchema>>>('invited', answer, {
    rules,
    values: { name },
  })
  return (
    <Form
      of={form}
      names={['name', 'password', 'terms']}
      title={offer.role ? `Work with ${studio.name}` : `Your place at ${studio.name}`}
      intro={
        <p>
          {offerWords(offer, studio)} Your account will be {offer.email}.
        </p>
      }
    >
      {/* Password managers keep the new password under this address. */}
      <input type="hidden" name="username" autoComplete="username" value={offer.email} />
      <TextField field={form.fields.name} label="Your name" autoComplete="name" />
      <PasswordField
        field={form.fields.password}
        label="Choose a password"
        hint={`At least ${passwordMinLength} characters. Three words are better than one.`}
        autoComplete="new-password"
      />
      <CheckboxField
        field={form.fields.terms}
        label={
          'I agree that Cadence stores my account, and that each studio I join sees my name ' +
          'and email address.'
        }
      />
      <SubmitButton>Create account</SubmitButton>
    </Form>
  )
}
