import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findAccountOfLink } from '#app/domain/identity/secrets/one-time-tokens.server.ts'
import { resetPassword } from '#app/domain/identity/secrets/reset-password.server.ts'
import { returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { rememberCodeAddress } from '#app/http/code-address.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { sessionLinkOf } from '#app/http/session-link.server.ts'
import { paths } from '#app/paths.ts'
import { linkProblems } from '#app/session-link/link-problem.ts'
import { SessionLink } from '#app/ui/account/session-link.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { askForRecovery } from './ask-for-recovery.server.ts'
import { PasswordForm, passwordSchema } from './password-form.tsx'
import { RequestForm, requestSchema } from './request-form.tsx'
import { resetSentences } from './sentences.ts'

export const meta: MetaFunction = (args) => pageTitle('Set a new password', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const tokenOf = (app: RequestContext) => app.url.searchParams.get('token_hash')

/** Looking at a mailed link burns nothing: a mail scanner opens it too. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await returnTarget(app)
  const identity = identityContext(app)
  const { passwordMinLength } = identity.configuration
  const token = tokenOf(app)
  const account = token ? await findAccountOfLink(identity, token, 'recovery') : null
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    linkExpired: token !== null && account === null,
    email: account?.email ?? null,
    passwordMinLength,
    rules: fieldRules(account ? passwordSchema(passwordMinLength) : requestSchema),
    sessionLink: { ...(await sessionLinkOf(app)), noBrowser: linkProblems.browser },
  }
}

export async function action(args: ActionFunctionArgs) {
  const token = tokenOf(args.context.app)
  return token ? setPassword(args, token) : sendLink(args)
}

async function sendLink({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, requestSchema)
  if (submission.status !== 'success') return invalid(submission)
  const { studio } = await returnTarget(app)
  const { email } = submission.value
  const result = await askForRecovery(app, email)
  // A second press within a minute says the same: the mail is on its way already, if there is an
  // account.
  if (!result.ok && result.reason !== 'mail_too_soon') {
    return refused(submission, { form: [resetSentences.too_many_tries], code: result.reason })
  }
  deliverSoon(app, app.directory)
  rememberCodeAddress(app, { email })
  return redirect(paths.resetMailed({ studio: studio?.slug }), 303)
}

async function setPassword({ request, context: { app } }: ActionFunctionArgs, token: string) {
  const identity = identityContext(app)
  const submission = await parseForm(
    request,
    passwordSchema(identity.configuration.passwordMinLength),
  )
  if (submission.status !== 'success') return invalid(submission)
  const result = await resetPassword(
    identity,
    { token, password: submission.value.password },
    { withoutMetadata: true },
  )
  if (!result.ok)
    return refused(submission, { form: [resetSentences[result.reason]], code: result.reason })
  deliverSoon(app, app.directory)
  return startBrowserSession(app, result.value, {
    outcome: result.outcome,
    message: 'Your new password is set. Every other device has been signed out.',
  })
}

export default function Reset() {
  const { studio, linkExpired, email, passwordMinLength, rules, sessionLink } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <EntryPage studio={studio}>
      <SessionLink {...sessionLink} />
      {email ? (
        <PasswordForm {...{ answer, rules, email }} minLength={passwordMinLength} />
      ) : (
        <RequestForm
          {...{ answer, rules }}
          studio={studio?.slug}
          expired={linkExpired ? resetSentences.link_expired : null}
        />
      )}
    </EntryPage>
  )
}
