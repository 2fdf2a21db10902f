import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData } from '@remix-run/react'
import * as z from 'zod'
import { verifyToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { refreshSession } from '#app/domain/identity/sessions/refresh-session.server.ts'
import { findHolderOfTokens } from '#app/domain/identity/sessions/session-queries.server.ts'
import { findSignInOutcome } from '#app/domain/identity/sessions/sign-in-outcome.server.ts'
import { startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { linkProblems } from '#app/session-link/link-problem.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

const schema = z.object({
  access_token: z.string().max(8_000),
  refresh_token: z.string().max(500),
  type: z.string().max(40).optional(),
  /** The question was answered; this browser holds no session of the account yet. */
  agreed: z.literal('yes').optional(),
})

/** What is asked before a link signs in, with what the answer needs. */
type LinkQuestion = { account: string } & Record<'access_token' | 'refresh_token' | 'type', string>

export const meta: MetaFunction = (args) => pageTitle('Sign in by this link', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

/**
 * Takes over a session that a script of ours read out of a link: both tokens must be of it, and the
 * refresh token is replaced at once, so that what stood in the address is worth nothing afterwards.
 * A link may be anybody's: someone who opens a stranger's would book and pay in the stranger's
 * account. So the account is named and a press asked for, and nobody is signed in over someone who
 * is signed in already.
 */
export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const refuse = () => refusalPage('token_verification', linkProblems.verification, paths.signIn())
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success')
    throw refusalPage('no_session', linkProblems.session, paths.signIn())
  const { access_token, refresh_token, type, agreed } = submission.value
  const { now, session } = await app.loadVisitor()
  const identity = identityContext(app, now)
  if (!(await identity.addressMay('token'))) {
    throw refusalPage(
      'too_many_tries',
      'Too many tries. Wait a minute, then try again.',
      paths.signIn(),
    )
  }
  const checked = await verifyToken(identity.configuration, access_token, app.nowMs)
  if (!checked.ok || !checked.claims.sub || !checked.claims.sessionId) throw refuse()
  if (session && session.userId !== checked.claims.sub) {
    const sentence =
      'You are signed in with another account. Sign out first, then open the link again.'
    throw refusalPage('wrong_account', sentence, paths.signOut())
  }
  if (!session && !agreed) {
    const account = await findHolderOfTokens(app.directory, {
      userId: checked.claims.sub,
      sessionId: checked.claims.sessionId,
      refreshToken: refresh_token,
    })
    if (account === null) throw refuse()
    return json({ account, access_token, refresh_token, type: type ?? '' } satisfies LinkQuestion)
  }
  const refreshed = await refreshSession(identity, refresh_token, { withoutMetadata: true })
  if (!refreshed.ok || refreshed.value.account.id !== checked.claims.sub) throw refuse()

  const outcome = await findSignInOutcome(app.directory, refreshed.value.account.id)
  const chooses = type === 'recovery' || type === 'invite'
  const password = paths.accountPart('password')
  const path = outcome.kind === 'setup_complete' ? password : paths.setup({ next: password })
  return startBrowserSession(app, refreshed.value, { outcome, ...(chooses ? { path } : {}) })
}

/** Only a post has something to say here; where it is refused, the page around it says why. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  if (app.request.method === 'GET') throw redirect(paths.signIn(), 303)
  return null
}

export default function TakeSession() {
  const asked = useActionData() as LinkQuestion | undefined
  if (!asked) return null
  const { account, ...values } = asked
  return (
    <EntryPage studio={null}>
      <h1>Sign in as {account}?</h1>
      <form method="post" className="stack wide-gap">
        <p>
          The link you opened signs this device in as {account}. If that isn’t you, or no one sent
          you this link, don’t continue.
        </p>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="agreed" value="yes" />
        <SubmitButton>Sign in</SubmitButton>
        <a className="button big wide" href={paths.signIn()}>
          Cancel
        </a>
      </form>
    </EntryPage>
  )
}
