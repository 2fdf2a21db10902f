import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import {
  addressAndPasswordMissing,
  nameField,
  newPasswordField,
  termsField,
} from '#app/domain/identity/accounts/account-fields.ts'
import { addressField } from '#app/domain/identity/accounts/address-field.ts'
import { passwordRefusalWords } from '#app/domain/identity/accounts/password-words.ts'
import { signUp } from '#app/domain/identity/accounts/sign-up.server.ts'
import { pathOfVisitor, returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { rememberCodeAddress } from '#app/http/code-address.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { keepPasswordProof } from '#app/http/password-proof.server.ts'
import { purposeOf } from '#app/http/public-pages/purpose.server.ts'
import { paths } from '#app/paths.ts'
import { PurposeLine } from '#app/ui/account/purpose-line.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Create an account', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const signUpSchema = (minLength: number) =>
  z.object({
    name: nameField,
    email: addressField(addressAndPasswordMissing),
    password: newPasswordField(minLength),
    terms: termsField,
  })

const sentences = {
  sign_up_disabled: 'We’re not opening new accounts at the moment. Ask your studio.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  user_already_exists: 'There’s already an account with this address. Sign in instead.',
  phone_disabled: 'You can’t use a phone number here. Use your email address.',
  too_many_mails: 'We can’t send email at the moment. Try again in an hour.',
  too_many_sms: 'We can’t send text messages at the moment. Try again in an hour.',
  ...passwordRefusalWords,
}

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await returnTarget(app)
  const { passwordMinLength } = identityContext(app).configuration
  return {
    next: next ?? undefined,
    studio: studio && { slug: studio.slug, name: studio.name },
    purpose: await purposeOf(app),
    passwordMinLength,
    rules: fieldRules(signUpSchema(passwordMinLength)),
  }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const { now } = await app.loadVisitor()
  const identity = identityContext(app, now)
  const submission = await parseForm(
    request,
    signUpSchema(identity.configuration.passwordMinLength),
  )
  if (submission.status !== 'success') return invalid(submission)

  const target = await returnTarget(app)
  const { terms: acceptsTerms, email: address, ...person } = submission.value
  const result = await signUp(
    identity,
    { ...address, ...person, acceptsTerms, ...target },
    { withoutMetadata: true },
  )
  deliverSoon(app, app.directory)
  // A second press within a minute: the mail is on its way already.
  if (!result.ok && result.reason !== 'mail_too_soon' && result.reason !== 'sms_too_soon') {
    return refused(submission, { form: [sentences[result.reason]], code: result.reason })
  }
  if (result.ok && result.kind === 'signed_in') {
    return startBrowserSession(app, result.value, {
      outcome: { kind: 'setup_complete', studio: null },
    })
  }
  rememberCodeAddress(app, address)
  if (result.ok) keepPasswordProof(app, result.passwordProof)
  return redirect(
    paths.signUpMailed({ next: target.next ?? undefined, studio: target.studio?.slug }),
    303,
  )
}

export default function SignUp() {
  const { next, studio, purpose, passwordMinLength, rules } = useLoaderData<typeof loader>()
  const form = usePageForm<z.input<ReturnType<typeof signUpSchema>>>(
    'sign-up',
    useActionData<typeof action>() as PageFormAnswer | undefined,
    { rules },
  )
  const { name, email, password, terms } = form.fields
  return (
    <EntryPage studio={studio}>
      <Form
        of={form}
        names={['name', 'email', 'password', 'terms']}
        title="Create an account"
        intro={<PurposeLine purpose={purpose} />}
      >
        <TextField field={name} label="Your name" autoComplete="name" />
        <TextField
          field={email}
          label="Email address or phone number"
          hint="For a phone number, include the country code, like +44 7700 900123"
          inputMode="email"
          autoComplete="username"
        />
        <PasswordField
          field={password}
          label="Password"
          hint={`At least ${passwordMinLength} characters. Three words are better than one.`}
          autoComplete="new-password"
        />
        <CheckboxField
          field={terms}
          label={
            'I agree that Cadence stores my account, and that each studio I join sees my name ' +
            'and email address.'
          }
        />
        <SubmitButton>Create account</SubmitButton>
      </Form>
      <p className="soft">
        Already have an account? <a href={paths.signIn({ next, studio: studio?.slug })}>Sign in</a>.
        It works for every studio on Cadence.
      </p>
      {!studio && !next && (
        <p className="soft">
          Do you run a studio? <a href={paths.startStudio()}>Start your studio</a>.
        </p>
      )}
    </EntryPage>
  )
}
