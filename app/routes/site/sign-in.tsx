import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { addressAndPasswordMissing, currentPasswordField, emailField } from '#app/domain/identity/account-fields.ts'
import { sendConfirmation } from '#app/domain/identity/send-confirmation.server.ts'
import { signInWithPassword } from '#app/domain/identity/sign-in-with-password.server.ts'
import { errandOf, pathAfterSignIn, pathOfVisitor } from '#app/http/after-sign-in.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import { type PageFormAnswer, usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign in', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

const signInSchema = z.object({ email: emailField(addressAndPasswordMissing), password: currentPasswordField })

const sentences = {
  invalid_credentials: 'The email address or the password is not right',
  too_many_tries: 'Too many tries. Wait 15 minutes, or set a new password.',
  user_banned: 'This account is closed. Ask your studio.',
  phone_not_confirmed: 'Confirm your phone number first.',
  email_not_confirmed: 'Confirm your email address first. We have sent you the link again.',
}

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await errandOf(app)
  return { next: next ?? undefined, studio: studio && { slug: studio.slug, name: studio.name } }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, signInSchema)
  if (submission.status !== 'success') return invalid(submission)

  const { next, studio } = await errandOf(app)
  const { now } = await app.arrive()
  const identity = identityContext(app, now)
  const result = await signInWithPassword(identity, { ...submission.value, studioId: studio?.id }, true)
  if (!result.ok) {
    if (result.reason === 'email_not_confirmed') {
      await sendConfirmation(identity, { email: submission.value.email, studio, next })
      deliverSoon(app, app.directory)
    }
    return refused(submission, { form: [sentences[result.reason]], code: result.reason })
  }

  keepSession(app, result.value)
  return redirect(await pathAfterSignIn(app, result.outcome), 303)
}

export default function SignIn() {
  const { next, studio } = useLoaderData<typeof loader>()
  const form = usePageForm<z.input<typeof signInSchema>>(
    'sign-in',
    useActionData<typeof action>() as PageFormAnswer | undefined,
  )
  const { email, password } = form.fields
  return (
    <DoorPage studio={studio}>
      <Form of={form} names={['email', 'password']} title="Sign in">
        <TextField field={email} label="Email address" type="email" autoComplete="username" required />
        <PasswordField
          field={password}
          label="Password"
          autoComplete="current-password"
          required
          after={
            <p className="soft">
              <a href={paths.reset({ studio: studio?.slug })}>Forgot it, or never had one?</a>
            </p>
          }
        />
        <SubmitButton>Sign in</SubmitButton>
      </Form>
      <p className="soft">
        New here? <a href={paths.signUp({ next, studio: studio?.slug })}>Create an account</a>. Your sign-in works for
        every studio on Cadence.
      </p>
    </DoorPage>
  )
}
