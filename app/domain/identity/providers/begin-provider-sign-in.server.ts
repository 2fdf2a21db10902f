import { createHash } from 'node:crypto'
import type { IdentityContext } from '../identity-context.ts'
import { newSecretToken, sealAtRest } from '../secrets/secret-tokens.server.ts'
import { beginFlowStatement } from '../sessions/flow-states.server.ts'
import {
  type ActiveProvider,
  type FindSsoProviderResult,
  findActiveProvider,
  findSsoProvider,
} from './active-providers.server.ts'
import { discover, mayAsk, type ProviderFailure } from './openid-discovery.server.ts'
import type { LinkTarget } from './resolve-identity.server.ts'

export type BeginProviderInput = {
  /**
   * A name the installation configures, or a studio's own provider by its id or by a mail domain of
   * its staff.
   */
  with: { provider: string } | { domain: string } | { providerId: string }
  /** Where the person goes afterwards. Checked by the caller. */
  redirectTo: string
  /** S256, of who will exchange the code; null brings the session itself (implicit flow). */
  codeChallenge?: string | null
  /** Scopes besides `openid email profile`. */
  scopes?: string
  /**
   * Further parameters for the provider; what would change the meaning of the request is dropped.
   */
  further?: Iterable<[string, string]>
  /** The account that gets the identity; null signs in. */
  linkTo?: LinkTarget | null
}

export type BeginProviderResult =
  | { ok: true; url: string }
  | { ok: false; reason: 'provider_disabled' | 'too_many_tries' }
  | Extract<FindSsoProviderResult, { ok: false }>
  | ProviderFailure

/**
 * What only we may know on the way: our verifier towards the provider, and what must be in its
 * id token.
 */
export type FlowSecrets = { verifier: string; nonce: string }

/**
 * Names of ours in a request; a caller's own would lead the answer or its meaning elsewhere.
 * Compared in lower case.
 */
const reserved = new Set([
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'state', 'scope'],
  ...[
    'code_challenge',
    'code_challenge_method',
    'code_verifier',
    'request',
    'request_uri',
    'registration',
  ],
])

/**
 * Begins a sign-in at a provider and answers the address to go to. The way back is remembered for
 * five minutes under a random state, together with our own PKCE verifier and nonce.
 */
export async function beginProviderSignIn(
  ctx: IdentityContext,
  input: BeginProviderInput,
): Promise<BeginProviderResult> {
  if (!(await ctx.addressMay('authorize'))) return { ok: false, reason: 'too_many_tries' }
  const found = await findProvider(ctx, input.with)
  if (!found.ok) return found
  const { provider } = found
  const metadata = await discover(ctx, provider.issuer)
  if (!metadata.ok) return metadata
  const { authorization_endpoint: address } = metadata.value
  if (!mayAsk(address, ctx.origin)) {
    return { ok: false, reason: 'provider_unreachable', detail: `${address} is no https address` }
  }

  const url = new URL(address)
  for (const [name, value] of input.further ?? []) {
    if (!reserved.has(name.toLowerCase())) url.searchParams.set(name, value)
  }
  const state = crypto.randomUUID()
  const secrets: FlowSecrets = {
    verifier: newSecretToken(),
    nonce: url.searchParams.get('nonce') || newSecretToken(),
  }
  const asked = (input.scopes ?? '')
    .split(/[\s,]+/)
    .filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  for (const [name, value] of Object.entries({
    client_id: provider.clientIds[0],
    redirect_uri: callbackAddress(ctx, provider.name),
    response_type: 'code',
    scope: [...new Set(['openid', 'email', 'profile', ...asked])].join(' '),
    state,
    nonce: secrets.nonce,
    code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })) {
    url.searchParams.set(name, value)
  }
  await beginFlowStatement(ctx, {
    id: state,
    method: 'oauth',
    provider: provider.name,
    codeChallenge: input.codeChallenge ?? null,
    redirectTo: input.redirectTo,
    sealed: sealAtRest(ctx.configuration, JSON.stringify(secrets)),
    purpose: input.linkTo
      ? { linkTo: input.linkTo.userId, linkSession: input.linkTo.sessionId }
      : {},
  })
  return { ok: true, url: url.href }
}

/**
 * Where a provider sends people back to. A studio's own has an address of its own, so that it
 * cannot pass on what another provider meant for us (mix-up).
 */
export function callbackAddress({ origin }: { origin: string }, name: string): string {
  return `${origin}/auth/v1/callback${name.startsWith('sso:') ? `/${name.slice(4)}` : ''}`
}

async function findProvider(
  ctx: IdentityContext,
  wanted: BeginProviderInput['with'],
): Promise<{ ok: true; provider: ActiveProvider } | Extract<BeginProviderResult, { ok: false }>> {
  if (!('provider' in wanted)) return findSsoProvider(ctx, wanted)
  // A studio's own provider is asked for by its id or domain, never by the name of its identities.
  const provider = wanted.provider.startsWith('sso:')
    ? null
    : await findActiveProvider(ctx, wanted.provider)
  return provider ? { ok: true, provider } : { ok: false, reason: 'provider_disabled' }
}
