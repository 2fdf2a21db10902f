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
import { findSecretOfLink } from '#app/domain/identity/secrets/one-time-tokens.server.ts'
import { kindsOfType } from '#app/domain/identity/secrets/one-time-types.ts'
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
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { PasswordForm, passwordSchema } from '../reset/password-form.tsx'
import { linkSentences, linkWords, whyChoose } from './link-words.ts'
import { choiceOf, isSomebodyElse, linkOf, redirectOfLink } from './mailed-link.server.ts'
import { SignInFirst } from './sign-in-first.tsx'

export const meta: MetaFunction = (args) => pageTitle('Your link', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

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
    elsewhere:
      pkce && found?.kind === 'confirmation' && found.account.passwordHash !== null
        ? `${app.url.pathname}${app.url.search}&choose=1`
        : null,
    signIn: (await isSomebodyElse(app, found))
      ? {
          as: account?.email ?? `+${account?.phone}`,
          path: paths.signIn({ next: app.url.pathname + app.url.search }),
          out: (await app.loadVisitor()).visitor ? paths.signOut() : null,
        }
      : null,
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
  if (await isSomebodyElse(app, found)) return json({ refusal: 'sign_in_first' }, { status: 422 })

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
 * Confirms and sets a password with one press, where the present one may be someone else's
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
  const { token, type, pkce } = linkOf(app)
  const result = await resetPassword(
    ctx,
    { token, password: submission.value.password },
    { withoutMetadata: target === null },
  )
  if (!result.ok)
    return refused(submission, { form: [linkSentences[result.reason]], code: result.reason })
  deliverSoon(app, app.directory)
  // A program that asked for a code has none of this session: its person signs in there.
  if (target && pkce) return redirect(messageAnswer(target, linkSentences.password_set), 303)
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
  const { studio, words, choose, email, minLength, rules, elsewhere, signIn } =
    useLoaderData<typeof loader>()
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
          button="Confirm and set password"
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
      <h1>{words?.title ?? 'This link no longer works'}</h1>
      {words && signIn && <SignInFirst {...signIn} text={words.text} />}
      {words && !signIn && (
        <>
          <form method="post" className="stack wide-gap">
            <p>{words.text}</p>
            <SubmitButton>{words.button}</SubmitButton>
          </form>
          {elsewhere && (
            <p className="soft">
              Signed up on another device? <a href={elsewhere}>Choose your password here</a>.
            </p>
          )}
        </>
      )}
      {!words && (
        <>
          <p>
            Sign in with your password. If your address still needs confirming, we’ll send you a new
            link.
          </p>
          <a className="button primary big wide" href={paths.signIn({ studio: studio?.slug })}>
            Sign in
          </a>
        </>
      )}
    </EntryPage>
  )
}
