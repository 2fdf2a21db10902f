import type { Context } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import type { LinkTarget } from '#app/domain/identity/providers/resolve-identity.server.ts'
import {
  type SignInWithIdTokenInput,
  type SignInWithIdTokenResult,
  signInWithIdToken,
} from '#app/domain/identity/providers/sign-in-with-id-token.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAal2WhereEnrolled, requireBearer } from '../callers.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { identityRefusal, unreachable } from '../provider-refusals.ts'
import { manualLinkingDisabled } from '../user/identities.ts'
import { readJson, sessionObject } from '../wire.ts'

const IdTokenGrantParams = z.object({
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  client_id: z.string().nullish(),
  issuer: z.string().nullish(),
  link_identity: z.boolean().nullish(),
})

/** The grant `id_token`: what a provider gave to the person's own program. */
export async function idTokenGrant(c: Context<ServerEnv>): Promise<Response> {
  const params = await readJson(c, IdTokenGrantParams)
  const { provider, id_token: idToken, client_id: clientId, issuer } = params
  if (!idToken) throw new OAuthError('invalid request', 'id_token required')
  if (!provider && !(clientId && issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required')
  }
  const input: SignInWithIdTokenInput = {
    with: provider ? { provider: provider.toLowerCase() } : { issuer: issuer ?? '' },
    idToken,
    accessToken: params.access_token || null,
    nonce: params.nonce || null,
    linkTo: params.link_identity ? await linkTargetOf(c) : null,
  }
  const result = await signInWithIdToken(identityContext(c.var.app), input)
  if (!result.ok) throw refusal(result, provider ?? '')
  return c.json(
    sessionObject(result.value, await findAccountParts(c.var.app.directory, result.account.id)),
  )
}

async function linkTargetOf(c: Context<ServerEnv>): Promise<LinkTarget> {
  const bearer = await requireBearer(c)
  if (!identityContext(c.var.app).configuration.manualLinking) throw manualLinkingDisabled()
  // A further way in is as sensitive as a password.
  requireAal2WhereEnrolled(bearer)
  return { userId: bearer.account.id, sessionId: bearer.session.id }
}

function refusal(result: Extract<SignInWithIdTokenResult, { ok: false }>, provider: string): Error {
  switch (result.reason) {
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    case 'unknown_provider':
      return new AuthError(
        400,
        'validation_failed',
        `Custom OIDC provider "${(provider || result.issuer).slice(0, 100)}" not allowed`,
      )
    case 'provider_disabled':
      return new AuthError(
        400,
        'provider_disabled',
        `Provider (issuer "${result.issuer}") is not enabled`,
      )
    case 'bad_id_token':
      return new OAuthError('invalid request', 'Bad ID token')
    case 'unknown_audience':
      return new OAuthError('invalid request', 'Unacceptable audience in id_token')
    case 'nonce_missing':
      return new OAuthError(
        'invalid request',
        'Passed nonce and nonce in id_token should either both exist or not.',
      )
    case 'wrong_nonce':
      return new OAuthError('invalid nonce', 'Nonces mismatch')
    case 'provider_unreachable':
      return unreachable(result.detail)
    default: {
      const { status, code, description } = identityRefusal(
        result.reason,
        provider || 'the provider',
      )
      return new AuthError(status, code, description)
    }
  }
}
