import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  codeAnswer,
  messageAnswer,
  sessionAnswer,
} from '#app/domain/identity/secrets/link-answers.ts'
import {
  type FoundSecret,
  findSecretOfLink,
} from '#app/domain/identity/secrets/one-time-tokens.server.ts'
import {
  isOneTimeType,
  isPhoneType,
  kindsOfType,
  type OneTimeType,
} from '#app/domain/identity/secrets/one-time-types.ts'
import { isInDoubt } from '#app/domain/identity/secrets/password-in-doubt.server.ts'
import { resetPassword } from '#app/domain/identity/secrets/reset-password.server.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { joinAtReturnTarget } from '#app/http/code-sign-in.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { enterOrStay } from '#app/http/own-changes.server.ts'
import { passwordProofOfBrowser } from '#app/http/password-proof.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { PasswordForm, passwordSchema } from '../reset/password-form.tsx'
import { linkSentences, linkWords } from './link-words.ts'
import { redirectOfLink } from './mailed-link.server.ts'

export const meta: MetaFunction = (args) => pageTitle('Your link', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

/**
 * The kinds of secret that this page's link may be; a type of the wire that it does not know is a
 * confirmation.
 */
function linkOf({ url }: RequestContext): { token: string; type: OneTimeType; pkce: boolean } {
  const token = url.searchParams.get('token_hash') ?? ''
  const type = url.searchParams.get('type') ?? ''
  return {
    token,
    type: isOneTimeType(type) && !isPhoneType(type) ? type : 'email',
    pkce: token.startsWith('pkce_'),
  }
}

/**
 * Why a password is to be chosen with the press that confirms: somebody else came with the address
 * (`contested`), or another browser set the present one (`elsewhere`). Not in the flow of a program,
 * whose verifier tells who set it.
 */
function choiceOf(
  app: RequestContext,
  found: FoundSecret | null,
  pkce: boolean,
): 'contested' | 'elsewhere' | null {
  if (found?.kind !== 'confirmation' || pkce) return null
  const proof = passwordProofOfBrowser(app)
  if (!isInDoubt(identityContext(app), found, { proof })) return null
  return found.account.passwordContested ? 'contested' : 'elsewhere'
}

const whyChoose = {
  contested:
    'Somebody else tried to sign up with your address, so the password you choose now is the ' +
    'one that counts.',
  elsewhere:
    'The password from your sign-up was not set on this device. Choose one here: it is the one ' +
    'that counts.',
}

/** Looking at the link burns nothing: a mail scanner opens it too. The button is what confirms. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await returnTarget(app)
  const { token, type, pkce } = linkOf(app)
  const target = redirectOfLink(app)
  if (type === 'recovery' && !target && !pkce) {
    throw redirect(paths.reset({ token_hash: token, studio: studio?.slug }), 303)
  }
  const identity = identityContext(app)
  const found = await findSecretOfLink(identity, token, ...kindsOfType[type])
  const account = found?.account
  const minLength = identity.configuration.passwordMinLength
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    words: found && linkWords({ kind: found.kind, type, account: found.account, studio, target }),
    choose: choiceOf(app, found, pkce),
    email: account?.email ?? '',
    minLength,
    rules: fieldRules(passwordSchema(minLength)),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context
  const { now } = await app.loadVisitor()
  const ctx = identityContext(app, now)
  const { token, type, pkce } = linkOf(app)
  const target = redirectOfLink(app)
  const found = await findSecretOfLink(ctx, token, ...kindsOfType[type])
  if (choiceOf(app, found, pkce)) return choosePassword(args, target)

  // Another program gets its own tokens; a session of pages stays with the pages.
  const answer = pkce ? ('code' as const) : ('session' as const)
  const result = await verifyOneTimeSecret(
    ctx,
    { type, proof: { token }, answer, confirmer: { proof: passwordProofOfBrowser(app) } },
    { withoutMetadata: target === null },
  )
  if (!result.ok) return json({ refusal: result.reason }, { status: 422 })
  deliverSoon(app, app.directory)
  if (result.kind === 'code') return redirect(codeAnswer(target ?? app.origin, result.code), 303)
  if (result.kind === 'first_half') {
    if (target) return redirect(messageAnswer(target, linkSentences.first_half), 303)
    const { visitor } = await app.loadVisitor()
    return redirectWithFlash(
      app,
      visitor ? paths.account() : paths.signIn(),
      linkSentences.first_half,
    )
  }
  if (target) return redirect(sessionAnswer(target, result.value, { type }), 303)

  if (found?.kind === 'email_change_new' || found?.kind === 'email_change_current') {
    const message = `Your email address is ${result.value.account.email} now.`
    return enterOrStay(app, result.value, {
      outcome: result.outcome,
      path: paths.account(),
      message,
    })
  }
  const welcome = found?.kind === 'confirmation' ? await joinAtReturnTarget(app, result) : null
  const message =
    found?.kind === 'confirmation'
      ? ['Your address is confirmed.', welcome].filter(Boolean).join(' ')
      : ''
  return startBrowserSession(app, result.value, {
    outcome: result.outcome,
    ...(message ? { message } : {}),
  })
}

/**
 * Confirms and sets a password with one press, where the present one may be somebody else's
 * (decision 24).
 */
async function choosePassword(
  { request, context: { app } }: ActionFunctionArgs,
  target: string | null,
) {
  const { now } = await app.loadVisitor()
  const ctx = identityContext(app, now)
  const submission = await parseForm(request, passwordSchema(ctx.configuration.passwordMinLength))
  if (submission.status !== 'success') return invalid(submission)
  const { token, type } = linkOf(app)
  const result = await resetPassword(
    ctx,
    { token, password: submission.value.password },
    { withoutMetadata: target === null },
  )
  if (!result.ok)
    return refused(submission, { form: [linkSentences[result.reason]], code: result.reason })
  deliverSoon(app, app.directory)
  if (target) return redirect(sessionAnswer(target, result.value, { type }), 303)
  const { name } = result
  const welcome = await joinAtReturnTarget(app, {
    outcome: result.outcome,
    value: result.value,
    name,
  })
  const message = ['Your address is confirmed.', welcome].filter(Boolean).join(' ')
  return startBrowserSession(app, result.value, { outcome: result.outcome, message })
}

export default function MailedLink() {
  const { studio, words, choose, email, minLength, rules } = useLoaderData<typeof loader>()
  const answer = useActionData() as
    | { refusal: keyof typeof linkSentences }
    | PageFormAnswer
    | undefined
  if (choose && words) {
    const form = answer && 'result' in answer ? answer : undefined
    return (
      <EntryPage studio={studio}>
        <PasswordForm
          answer={form}
          rules={rules}
          email={email}
          minLength={minLength}
          title="Confirm your address and choose a password"
          intro={whyChoose[choose]}
          button="Confirm and set my password"
        />
      </EntryPage>
    )
  }
  const refusal =
    (answer && 'refusal' in answer ? answer.refusal : null) ?? (words ? null : 'link_expired')
  return (
    <EntryPage studio={studio}>
      {refusal && refusal in linkSentences && (
        <div className="errors" role="alert">
          <p data-refusal={refusal}>{linkSentences[refusal as keyof typeof linkSentences]}</p>
        </div>
      )}
      <h1>{words?.title ?? 'This link does not work any more'}</h1>
      {words ? (
        <form method="post" className="stack wide-gap">
          <p>{words.text}</p>
          <SubmitButton>{words.button}</SubmitButton>
        </form>
      ) : (
        <>
          <p>
            If you have used it already, sign in. Otherwise sign in too: with the right password we
            send a link again.
          </p>
          <a className="button primary big wide" href={paths.signIn({ studio: studio?.slug })}>
            Sign in
          </a>
        </>
      )}
    </EntryPage>
  )
}
