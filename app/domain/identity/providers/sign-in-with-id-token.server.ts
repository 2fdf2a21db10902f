import type { Account } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { IssuedSession } from '../sessions/sessions.server.ts'
import { type ActiveProvider, findActiveProvider } from './active-providers.server.ts'
import { externalIdentityOf } from './external-identity.ts'
import { startProviderSession } from './finish-provider-sign-in.server.ts'
import { type CheckIdTokenResult, checkIdToken, hashedNonce } from './id-tokens.server.ts'
import { usualIssuer } from './provider-configuration.ts'
import {
  type LinkTarget,
  type ResolveIdentityResult,
  resolveIdentity,
} from './resolve-identity.server.ts'

export type SignInWithIdTokenInput = {
  /** A name, or (as older clients send it) who issued the token. */
  with: { provider: string } | { issuer: string }
  idToken: string
  accessToken: string | null
  /** What the client made; the token holds its hash. */
  nonce: string | null
  /** The account that gets the identity; null signs in. */
  linkTo: LinkTarget | null
}

export type SignInWithIdTokenResult =
  | { ok: true; value: IssuedSession; account: Account }
  | {
      ok: false
      reason: 'too_many_tries' | 'unknown_provider' | 'provider_disabled'
      issuer: string
    }
  | Extract<CheckIdTokenResult, { ok: false }>
  | Extract<ResolveIdentityResult, { ok: false }>

/**
 * Signs in with an id token that the person's own program got from a provider. The token must be
 * meant for one of our clients, and where it has a nonce the program must know what was hashed into
 * it.
 */
export async function signInWithIdToken(
  ctx: IdentityContext,
  input: SignInWithIdTokenInput,
): Promise<SignInWithIdTokenResult> {
  const provider = await findProvider(ctx, input.with)
  const issuer =
    'issuer' in input.with
      ? input.with.issuer
      : (provider?.issuer ?? usualIssuer(input.with.provider))
  if (!(await ctx.addressMay('token'))) return { ok: false, reason: 'too_many_tries', issuer }
  if (!provider) {
    const known = 'provider' in input.with && ['google', 'oidc'].includes(input.with.provider)
    return { ok: false, reason: known ? 'provider_disabled' : 'unknown_provider', issuer }
  }
  const checked = await checkIdToken(ctx, provider, {
    idToken: input.idToken,
    nonce: input.nonce ? hashedNonce(input.nonce) : null,
    accessToken: input.accessToken,
  })
  if (!checked.ok) return checked
  const identity = externalIdentityOf(provider.name, checked.claims)
  const resolved = await resolveIdentity(ctx, provider, identity, { linkTo: input.linkTo })
  if (!resolved.ok) return resolved
  const value = await startProviderSession(ctx, resolved.account, provider.name)
  return { ok: true, value, account: resolved.account }
}

async function findProvider(
  ctx: IdentityContext,
  wanted: SignInWithIdTokenInput['with'],
): Promise<ActiveProvider | null> {
  const { providers } = ctx.configuration
  const issuer =
    'issuer' in wanted
      ? wanted.issuer.replace(/^(?!https?:)/, 'https://').replace(/\/+$/, '')
      : null
  const name =
    'provider' in wanted
      ? wanted.provider
      : (['google', 'oidc'] as const).find((candidate) => providers[candidate]?.issuer === issuer)
  // A studio's own provider signs people in by its own pages only.
  return name && !name.startsWith('sso:') ? findActiveProvider(ctx, name) : null
}
