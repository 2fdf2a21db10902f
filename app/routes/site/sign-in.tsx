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
  currentPasswordField,
} from '#app/domain/identity/accounts/account-fields.ts'
import {
  addressField,
  addressMissing,
  type TypedAddress,
} from '#app/domain/identity/accounts/address-field.ts'
import { sendConfirmation } from '#app/domain/identity/secrets/send-confirmation.server.ts'
import { signInWithPassword } from '#app/domain/identity/sessions/sign-in-with-password.server.ts'
import { pathOfVisitor, returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { rememberCodeAddress } from '#app/http/code-address.server.ts'
import { sendSignInCode } from '#app/http/code-sign-in.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { purposeOf } from '#app/http/public-pages/purpose.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { PurposeLine } from '#app/ui/account/purpose-line.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign in', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const passwordSchema = z.object({
  email: addressField(addressAndPasswordMissing),
  password: currentPasswordField,
})

/** The second button: the same address, and no password. */
const codeSchema = z.object({ how: z.literal('code'), email: addressField(addressMissing) })

const sentences = {
  invalid_credentials: 'The email address, phone number or password is wrong',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
  user_banned: 'This account is closed. Ask your studio.',
  email_not_confirmed: 'Confirm your email address first. We have sent you the link again.',
  phone_disabled: 'You can’t use a phone number here. Use your email address.',
  too_many_mails: 'We can’t send email at the moment. Use your password, or try again in an hour.',
  too_many_sms:
    'We can’t send text messages at the moment. Use your password, or try again in an hour.',
}

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await returnTarget(app)
  const { providers } = identityContext(app).configuration
  return {
    next: next ?? undefined,
    studio: studio && { slug: studio.slug, name: studio.name },
    purpose: await purposeOf(app),
    rules: fieldRules(passwordSchema),
    providers: Object.entries(providers).map(([name, { label }]) => ({ name, label })),
  }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const form = request.clone() as typeof request
  const how = await parseForm(request, z.object({ how: z.literal('code') }))
  if (how.status === 'success') {
    const submission = await parseForm(form, codeSchema)
    return submission.status === 'success'
      ? sendCode(app, submission.value.email, submission)
      : invalid(submission)
  }
  const submission = await parseForm(form, passwordSchema)
  if (submission.status !== 'success') return invalid(submission)

  const { next, studio } = await returnTarget(app)
  const { now } = await app.loadVisitor()
  const identity = identityContext(app, now)
  const { email: address, password } = submission.value
  const result = await signInWithPassword(
    identity,
    { ...address, password, studioId: studio?.id },
    { withoutMetadata: true },
  )
  if (result.ok) return startBrowserSession(app, result.value, { outcome: result.outcome })

  if (result.reason === 'email_not_confirmed' || result.reason === 'phone_not_confirmed') {
    await sendConfirmation(identity, { ...address, studio, next })
    deliverSoon(app, app.directory)
  }
  if (result.reason === 'phone_not_confirmed') return toCodePage(app, address)
  const sentence =
    result.reason === 'too_many_tries' ? waitSentence(result.seconds) : sentences[result.reason]
  return refused(submission, { form: [sentence], code: result.reason })
}

/** Others may be trying this address: a mail or message to it is the way that nobody can take. */
function waitSentence(seconds: number | null): string {
  if (seconds === null)
    return (
      'Too many wrong passwords were tried for this address. ' +
      'Use “Send me a code instead”, or set a new password.'
    )
  const wait = seconds < 120 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')
  return `Too many tries. Wait ${wait}, then try again, or use “Send me a code instead”.`
}

async function sendCode(
  app: RequestContext,
  address: TypedAddress,
  submission: Parameters<typeof refused>[0],
) {
  const result = await sendSignInCode(app, address)
  deliverSoon(app, app.directory)
  // A second press within a minute: the message is on its way already, if there is an account.
  const refusal = result.ok ? null : result.reason
  if (refusal && refusal in sentences) {
    return refused(submission, {
      form: [sentences[refusal as keyof typeof sentences]],
      code: refusal,
    })
  }
  return toCodePage(app, address)
}

async function toCodePage(app: RequestContext, address: TypedAddress) {
  const { next, studio } = await returnTarget(app)
  rememberCodeAddress(app, address)
  return redirect(paths.signInCode({ next: next ?? undefined, studio: studio?.slug }), 303)
}

export default function SignIn() {
  const { next, studio, purpose, rules, providers } = useLoaderData<typeof loader>()
  const form = usePageForm<{ email: string; password: string }>(
    'sign-in',
    useActionData<typeof action>() as PageFormAnswer | undefined,
    { rules },
  )
  const { email, password } = form.fields
  const target = { next, studio: studio?.slug }
  return (
    <EntryPage studio={studio}>
      <Form
        of={form}
        names={['email', 'password']}
        title="Sign in"
        intro={<PurposeLine purpose={purpose} />}
      >
        <TextField
          field={email}
          label="Email address or phone number"
          inputMode="email"
          autoComplete="username"
        />
        <PasswordField
          field={password}
          label="Password"
          autoComplete="current-password"
          after={
            <p className="soft">
              <a href={paths.reset({ studio: studio?.slug })}>
                Forgot your password, or never set one?
              </a>
            </p>
          }
        />
        <div className="stack">
          <SubmitButton>Sign in</SubmitButton>
          <button type="submit" className="button big wide" name="how" value="code" formNoValidate>
            Send me a code instead
          </button>
        </div>
      </Form>
      {providers.length > 0 && (
        <div className="stack">
          {providers.map(({ name, label }) => (
            <a
              key={name}
              className="button big wide"
              href={paths.withProvider({ provider: name, ...target })}
            >
              Continue with {label}
            </a>
          ))}
        </div>
      )}
      <div className="stack soft">
        <p>
          New here? <a href={paths.signUp(target)}>Create an account</a>. Your sign-in works for
          every studio on Cadence.
        </p>
        <p>
          Do you work at a studio? <a href={paths.signInSso(target)}>Use its single sign-on</a>.
        </p>
      </div>
    </EntryPage>
  )
}
