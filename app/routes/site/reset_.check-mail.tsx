import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { emailField, newPasswordField } from '#app/domain/identity/accounts/account-fields.ts'
import { shownAddress } from '#app/domain/identity/accounts/address-field.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import { resetPassword } from '#app/domain/identity/secrets/reset-password.server.ts'
import { returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { asksAgain, codeAddressOf, sendAgain } from '#app/http/code-address.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { SixDigitsField } from '#app/ui/account/code-fields.tsx'
import { SendAgain } from '#app/ui/account/send-again.tsx'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { askForRecovery } from './reset/ask-for-recovery.server.ts'
import { resetSentences } from './reset/sentences.ts'

export const meta: MetaFunction = (args) => pageTitle('Check your email', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const schema = (minLength: number) =>
  z.object({
    email: emailField('Enter the email address the code was sent to'),
    code: sixDigitsField,
    password: newPasswordField(minLength),
  })

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await returnTarget(app)
  const address = codeAddressOf(app)
  const minLength = identityContext(app).configuration.passwordMinLength
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    sentTo: address && 'email' in address ? shownAddress(address) : null,
    minLength,
    rules: fieldRules(schema(minLength)),
    devTools: app.devTools,
  }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const { now } = await app.loadVisitor()
  const identity = identityContext(app, now)
  const posted = await readPosted(request)
  if (asksAgain(posted)) return askAgain(app, posted)
  const submission = parsePosted(posted, schema(identity.configuration.passwordMinLength))
  if (submission.status !== 'success') return invalid(submission)
  const result = await resetPassword(identity, submission.value, { withoutMetadata: true })
  if (!result.ok) {
    const field = result.reason.startsWith('password_') ? 'password' : 'code'
    const sentence =
      result.reason === 'link_expired' ? resetSentences.code_expired : resetSentences[result.reason]
    return refused(submission, { fields: { [field]: [sentence] }, code: result.reason })
  }
  deliverSoon(app, app.directory)
  return startBrowserSession(app, result.value, {
    outcome: result.outcome,
    message: 'Your new password is set. Every other device has been signed out.',
  })
}

async function askAgain(app: RequestContext, posted: FormData) {
  const { studio } = await returnTarget(app)
  const elsewhere = paths.reset({ studio: studio?.slug })
  return sendAgain(app, posted, {
    elsewhere,
    send: async (address) =>
      'email' in address ? askForRecovery(app, address.email) : { ok: false, reason: 'no_mail' },
  })
}

export default function ResetMailed() {
  const { studio, sentTo, minLength, rules, devTools } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  const form = usePageForm<z.input<ReturnType<typeof schema>>>('reset-code', answer, { rules })
  return (
    <EntryPage studio={studio}>
      <Form
        of={form}
        names={sentTo ? ['code', 'password'] : ['email', 'code', 'password']}
        title="Check your email"
        intro={
          <p>
            If there is an account with this address, a link to set a new password is on its way,
            with a code for this page. Both work for an hour.
          </p>
        }
      >
        {sentTo ? (
          <HiddenFields values={{ email: sentTo }} />
        ) : (
          <TextField
            field={form.fields.email}
            label="Email address"
            type="email"
            autoComplete="username"
          />
        )}
        <SixDigitsField field={form.fields.code} />
        <PasswordField
          field={form.fields.password}
          label="New password"
          hint={`At least ${minLength} characters. Three words are better than one.`}
          autoComplete="new-password"
        />
        <SubmitButton>Set new password</SubmitButton>
      </Form>
      <MailedNote devTools={devTools}>
        No email? Check your spam, or{' '}
        <a href={paths.reset({ studio: studio?.slug })}>use another address</a>. With no account
        yet, <a href={paths.signUp({ studio: studio?.slug })}>create one</a>.
      </MailedNote>
      {sentTo && <SendAgain />}
    </EntryPage>
  )
}
