import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findAccountOfLink } from '#app/domain/identity/one-time-tokens.server.ts'
import { requestPasswordRecovery } from '#app/domain/identity/request-password-recovery.server.ts'
import { resetPassword } from '#app/domain/identity/reset-password.server.ts'
import { errandOf, pathAfterSignIn } from '#app/http/after-sign-in.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/page-form.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { PasswordForm, passwordSchema } from './password-form.tsx'
import { RequestForm, requestSchema } from './request-form.tsx'

export const meta: MetaFunction = (args) => pageTitle('Set a new password', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

const sentences = {
  link_expired: 'This link has been used, replaced by a newer one, or is too old. Ask for a new one.',
  user_banned: 'This account is closed. Ask your studio.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
  password_characters: 'Choose a password with more kinds of characters',
  password_too_short: 'Choose a longer password',
  password_too_long: 'Choose a shorter password',
}

const tokenOf = (app: RequestContext) => app.url.searchParams.get('token_hash')

/** Looking at a mailed link burns nothing: a mail scanner opens it too. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await errandOf(app)
  const identity = identityContext(app)
  const token = tokenOf(app)
  const account = token ? await findAccountOfLink(identity, token, 'recovery') : null
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    linkExpired: token !== null && account === null,
    email: account?.email ?? null,
    passwordMinLength: identity.configuration.passwordMinLength,
  }
}

export async function action(args: ActionFunctionArgs) {
  const token = tokenOf(args.context.app)
  return token ? setPassword(args, token) : sendLink(args)
}

async function sendLink({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, requestSchema)
  if (submission.status !== 'success') return invalid(submission)
  const { studio } = await errandOf(app)
  const result = await requestPasswordRecovery(identityContext(app), {
    email: submission.value.email,
    studio: studio?.slug,
  })
  // A second press within a minute says the same: the mail is on its way already, if there is an account.
  if (!result.ok && result.reason !== 'mail_too_soon') {
    return refused(submission, { form: [sentences.too_many_tries], code: result.reason })
  }
  deliverSoon(app, app.directory)
  return redirect(paths.resetMailed({ studio: studio?.slug }), 303)
}

async function setPassword({ request, context: { app } }: ActionFunctionArgs, token: string) {
  const identity = identityContext(app)
  const submission = await parseForm(request, passwordSchema(identity.configuration.passwordMinLength))
  if (submission.status !== 'success') return invalid(submission)
  const result = await resetPassword(identity, { token, password: submission.value.password }, true)
  if (!result.ok) return refused(submission, { form: [sentences[result.reason]], code: result.reason })
  deliverSoon(app, app.directory)
  keepSession(app, result.value)
  const path = await pathAfterSignIn(app, result.outcome)
  return redirectWithFlash(app, path, 'Your new password is set. Every other device has been signed out.')
}

export default function Reset() {
  const { studio, linkExpired, email, passwordMinLength } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <DoorPage studio={studio}>
      {email ? (
        <PasswordForm answer={answer} email={email} minLength={passwordMinLength} />
      ) : (
        <RequestForm answer={answer} studio={studio?.slug} expired={linkExpired ? sentences.link_expired : null} />
      )}
    </DoorPage>
  )
}
