import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { verifyToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { refreshSession } from '#app/domain/identity/sessions/refresh-session.server.ts'
import { findSignInOutcome } from '#app/domain/identity/sessions/sign-in-outcome.server.ts'
import { enter } from '#app/http/after-sign-in.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { linkProblems } from '#app/session-link/link-problem.ts'

const schema = z.object({
  access_token: z.string().max(8_000),
  refresh_token: z.string().max(500),
  type: z.string().max(40).optional(),
})

/**
 * Takes over a session that a script of ours read out of a link: both tokens must be of it, and the refresh token is
 * replaced at once, so that what stood in the address is worth nothing afterwards. Nobody is signed in over somebody
 * who is signed in already: a link may be anybody's.
 */
export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const refuse = () => refusalPage('token_verification', linkProblems.verification, paths.signIn())
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success')
    throw refusalPage('no_session', linkProblems.session, paths.signIn())
  const { access_token, refresh_token, type } = submission.value
  const { now, session } = await app.arrive()
  const identity = identityContext(app, now)
  if (!(await identity.addressMay('token'))) {
    throw refusalPage(
      'too_many_tries',
      'Too many tries. Wait a minute, then try again.',
      paths.signIn(),
    )
  }
  const checked = await verifyToken(identity.configuration, access_token, app.nowMs)
  if (!checked.ok || !checked.claims.sub) throw refuse()
  if (session && session.userId !== checked.claims.sub) {
    const sentence =
      'You are signed in with another account. Sign out first, then open the link again.'
    throw refusalPage('wrong_account', sentence, paths.signOut())
  }
  const refreshed = await refreshSession(identity, refresh_token, true)
  if (!refreshed.ok || refreshed.value.account.id !== checked.claims.sub) throw refuse()

  const outcome = await findSignInOutcome(app.directory, refreshed.value.account.id)
  const chooses = type === 'recovery' || type === 'invite'
  const password = paths.accountPart('password')
  const path = outcome.kind === 'setup_complete' ? password : paths.setup({ next: password })
  return enter(app, refreshed.value, { outcome, ...(chooses ? { path } : {}) })
}

/** Only a post has something to say here; where it is refused, the page around it says why. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  if (app.request.method === 'GET') throw redirect(paths.signIn(), 303)
  return null
}

export default function TakeSession() {
  return null
}
