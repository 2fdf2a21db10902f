import type { ReactNode } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields, SubmitButton } from '../form/buttons.tsx'
import { Form } from '../form/form.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { usePageForm } from '../form/page-form.ts'
import { TextField } from '../form/text-field.tsx'
import { SixDigitsField } from './code-fields.tsx'

/**
 * Asks for a code that was sent; for the address as well where this device does not know it.
 * Styles: `form`.
 */
export function CodeForm(props: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  /** Where it was sent to, as it is shown; null where that is not known. */
  sentTo: string | null
  title: string
  intro: ReactNode
  button: string
}) {
  const { answer, rules, sentTo, title, intro, button } = props
  const form = usePageForm<{ email: string; code: string }>('code', answer, { rules })
  return (
    <Form of={form} names={sentTo ? ['code'] : ['email', 'code']} title={title} intro={intro}>
      {sentTo ? (
        <HiddenFields values={{ email: sentTo }} />
      ) : (
        <TextField
          field={form.fields.email}
          label="Email address or phone number"
          inputMode="email"
          autoComplete="username"
        />
      )}
      <SixDigitsField field={form.fields.code} />
      <SubmitButton>{button}</SubmitButton>
    </Form>
  )
}
