import { errors, jwtVerify, SignJWT } from 'jose'
import type { Account } from '../accounts/account-queries.server.ts'
import type { AuthConfiguration } from '../configuration.server.ts'
import { customizedClaims } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { algorithmsOf, signWith, verificationKeyOf } from './signing-keys.server.ts'

/** The part of a session that its access tokens tell. */
export type SessionFacts = {
  id: string
  aal: 'aal1' | 'aal2'
  /** How the person proved who they are, newest first; `timestamp` in Unix seconds. */
  amr: { method: string; timestamp: number; provider?: string }[]
}

export type AccessToken = {
  token: string
  expiresIn: number /** Unix seconds. */
  expiresAt: number
}

/** What a checked token says. `sub` and `sessionId` are missing in the project's own keys. */
export type TokenClaims = {
  role: string
  sub: string | null
  sessionId: string | null
  /** The level its session had when the token was made; null in the project's own keys. */
  aal: string | null
  /** Unix seconds; null for a key that never expires. */
  expiresAt: number | null
}

/** What a token leaves out: the page cookie has no room for metadata. */
export type TokenOptions = { withoutMetadata?: boolean }

/**
 * Signs an access token (auth-api.md, JWT claims). `withoutMetadata` leaves the metadata out, for
 * the cookie of pages, which must stay far below 4 KB (design decision 10). A hook may change the
 * claims or refuse the token; such a one keeps its claims.
 */
export async function signAccessToken(
  ctx: Pick<IdentityContext, 'configuration' | 'origin' | 'nowMs' | 'refusedByHook'>,
  account: Account,
  session: SessionFacts,
  tokenOptions: TokenOptions = {},
): Promise<AccessToken> {
  const { configuration, origin, nowMs } = ctx
  const issuedAt = Math.floor(nowMs / 1000)
  const expiresAt = issuedAt + configuration.accessTokenSeconds
  const claims = {
    iss: `${origin}/auth/v1`,
    sub: account.id,
    aud: account.aud,
    iat: issuedAt,
    exp: expiresAt,
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: tokenOptions.withoutMetadata ? {} : account.appMetadata,
    user_metadata: tokenOptions.withoutMetadata ? {} : account.userMetadata,
    role: account.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: account.isAnonymous,
  }
  const customized = await customizedClaims(ctx, claims, session.amr[0]?.method ?? '')
  const token = await signWith(
    configuration.keys,
    new SignJWT(tokenOptions.withoutMetadata ? claims : customized),
  )
  return { token, expiresIn: configuration.accessTokenSeconds, expiresAt }
}

/** Signs a key of the project (`anon` or `service_role`): no person, no expiry. */
export async function signProjectKey(
  configuration: AuthConfiguration,
  role: string,
): Promise<string> {
  return signWith(configuration.keys, new SignJWT({ role }).setIssuer('cadence'))
}

/** Roles that may administer accounts. Their tokens need no person, no session and no expiry. */
export const adminRoles: readonly string[] = ['service_role', 'supabase_admin']

/**
 * Checks signature, algorithm and expiry against `nowMs`. Refused: an algorithm that the key is not
 * configured for, a missing or foreign `kid` (but for the shared secret), a token of a person
 * without `exp` or session (auth-api.md §5, 12).
 */
export async function verifyToken(
  { keys }: AuthConfiguration,
  token: string,
  nowMs: number,
): Promise<{ ok: true; claims: TokenClaims } | { ok: false; reason: 'invalid' | 'expired' }> {
  try {
    const { payload } = await jwtVerify(token, (header) => verificationKeyOf(keys, header), {
      algorithms: algorithmsOf(keys),
      currentDate: new Date(nowMs),
    })
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    const claims: TokenClaims = {
      role: text(payload.role) ?? '',
      sub: text(payload.sub),
      sessionId: text(payload.session_id),
      aal: text(payload.aal),
      expiresAt: payload.exp ?? null,
    }
    const ofPerson = claims.sub !== null && !adminRoles.includes(claims.role)
    if (ofPerson && (claims.expiresAt === null || !claims.sessionId))
      return { ok: false, reason: 'invalid' }
    return { ok: true, claims }
  } catch (error) {
    return { ok: false, reason: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
  }
}
