import * as z from 'zod'
import { emailField } from '#app/domain/identity/accounts/account-fields.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** A link goes to an email address alone; who has none asks for a code at sign-in. */
export const requestSchema = z.object({ email: emailField('Enter your email address') })

/**
 * Asks for the address to mail a link to; `expired` says why the link that led here no longer
 * works.
 */
export function RequestForm({
  answer,
  rules,
  studio,
  expired,
}: {
  answer: PageFormAnswer | undefined
  rules: FormRules
  studio: string | undefined
  expired: string | null
}) {
  const form = usePageForm<z.input<typeof requestSchema>>('reset', answer, { rules })
  const intro = expired ? (
    <p className="bad" data-refusal="link_expired">
      {expired}
    </p>
  ) : (
    <p>
      We email you a link.{' '}
      {studio
        ? 'It also works if you’ve never set a password.'
        : 'If your studio knows your address but you’ve never signed in, create an account with it.'}
    </p>
  )
  return (
    <>
      <Form
        of={form}
        names={['email']}
        title="Set a new password"
        intro={intro}
        action={paths.reset({ studio })}
      >
        <TextField
          field={form.fields.email}
          label="Email address"
          type="email"
          autoComplete="username"
        />
        <SubmitButton>Email me a link</SubmitButton>
      </Form>
      <p className="soft">
        Remembered it? <a href={paths.signIn({ studio })}>Sign in</a>. No account yet?{' '}
        <a href={paths.signUp({ studio })}>Create one</a>. With a phone number, choose “Send me a
        code instead” there.
      </p>
    </>
  )
}
