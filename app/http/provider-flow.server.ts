import { createHash } from 'node:crypto'
import {
  type BeginProviderInput,
  type BeginProviderResult,
  beginProviderSignIn,
} from '#app/domain/identity/begin-provider-sign-in.server.ts'
import { type ExchangeCodeResult, exchangeCode } from '#app/domain/identity/exchange-code.server.ts'
import { flowMs } from '#app/domain/identity/flow-states.server.ts'
import { newSecretToken } from '#app/domain/identity/secret-tokens.server.ts'
import { paths } from '#app/paths.ts'
import { errandOf } from './after-sign-in.server.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { readCookie, setCookie } from './session-cookies.server.ts'

/** Holds the PKCE verifier of the sign-in that this browser began: only it can finish it. */
const name = 'cadence-flow'

/**
 * Begins a sign-in at a provider for our own pages. The answer comes to `/auth/callback` with a code, which is worth
 * something only in this browser: nobody can be signed in to somebody else's account by a link.
 */
export async function beginOnPage(
  app: RequestContext,
  input: BeginProviderInput['with'],
): Promise<BeginProviderResult> {
  const { next, studio } = await errandOf(app)
  const verifier = newSecretToken()
  const back = paths.authCallback({ next: next ?? undefined, studio: studio?.slug })
  const result = await beginProviderSignIn(identityContext(app), {
    with: input,
    redirectTo: app.origin + back,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  if (result.ok) setCookie(app, name, verifier, flowMs / 1_000)
  return result
}

/** Exchanges the code of this browser's own sign-in; null where it has begun none, or too long ago. */
export async function finishOnPage(app: RequestContext, code: string): Promise<ExchangeCodeResult | null> {
  const verifier = readCookie(app, name)
  if (!verifier) return null
  const result = await exchangeCode(identityContext(app), { code, verifier }, true)
  if (result.ok) setCookie(app, name, '', 0)
  return result
}
