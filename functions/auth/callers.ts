import type { Context, MiddlewareHandler } from 'hono'
import {
  type Account,
  type AccountParts,
  findBearer,
  isBanned,
  type StoredSession,
} from '#app/domain/identity/accounts/account-queries.server.ts'
import { needsSecondStep } from '#app/domain/identity/factors/second-step.ts'
import {
  adminRoles,
  type TokenClaims,
  verifyToken,
} from '#app/domain/identity/sessions/access-tokens.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { isUuid } from '#app/values/uuid.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from './errors.ts'

/** Read by anyone: the public keys, whether the service is up, and the links of mails. */
const openToRead = /\/(?:\.well-known\/jwks\.json|health|verify)$/

/** Where browsers come by on their way to a provider and back: they hold no key. */
const openToBrowsers = /\/(?:authorize|callback(?:\/[^/]+)?|sso\/saml\/[^/]+)$/

const isOpen = ({ path, method }: { path: string; method: string }) =>
  openToBrowsers.test(path) || (openToRead.test(path) && (method === 'GET' || method === 'HEAD'))

/** Lets in who sends one of the project's keys, `anon` or `service_role`. */
export const requireApiKey: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (isOpen(c.req) || !identityContext(c.var.app).configuration.apiKeyRequired) return next()
  const key = c.req.header('apikey')
  if (!key) throw new AuthError(401, 'no_authorization', 'No API key found in request')
  const { app } = c.var
  const checked = await verifyToken(identityContext(app).configuration, key, app.nowMs)
  if (!checked.ok || !['anon', 'service_role'].includes(checked.claims.role)) {
    throw new AuthError(401, 'no_authorization', 'Invalid API key')
  }
  await next()
}

/** Who holds the access token of the request. */
export type Bearer = { account: Account; parts: AccountParts; session: StoredSession }

/**
 * The person behind `Authorization: Bearer`; each refusal as auth-api.md §1 has it. The session row
 * is the truth.
 */
export async function requireBearer(c: Context<ServerEnv>): Promise<Bearer> {
  return bearerOf(c, await claimsOf(c))
}

/** The checked claims of `Authorization: Bearer`. */
async function claimsOf(c: Context<ServerEnv>): Promise<TokenClaims> {
  const { app } = c.var
  const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const checked = await verifyToken(identityContext(app).configuration, token, app.nowMs)
  if (checked.ok) return checked.claims
  const why = checked.reason === 'expired' ? 'token is expired' : 'token is malformed or not ours'
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
}

async function bearerOf(c: Context<ServerEnv>, claims: TokenClaims): Promise<Bearer> {
  const { app } = c.var
  const { userId, sessionId } = personOf(claims)
  const { account, session, ...parts } = await findBearer(app.directory, { userId, sessionId })
  if (!account)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (!session)
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  if (isBanned(account, app.nowMs)) throw new AuthError(403, 'user_banned', 'User is banned')
  // A session that was lifted since then does not lift the tokens from before.
  return { account, parts, session: claims.aal === 'aal2' ? session : { ...session, aal: 'aal1' } }
}

/**
 * Where the account has a second factor that works, the caller's session must have taken the second
 * step. Each route has its own status for it (auth-api.md §5, 13): 401 unless `refusal` says
 * otherwise.
 */
export function requireAal2WhereEnrolled(
  { parts, session }: Bearer,
  refusal = new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ),
): void {
  if (needsSecondStep(parts, session)) throw refusal
}

function personOf({ sub, sessionId }: TokenClaims): { userId: string; sessionId: string } {
  if (!sub || !sessionId) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  return { userId: sub, sessionId }
}

/**
 * Who may administer accounts: the service key, or a token of such a role, whose session (if it
 * speaks of one) must still exist. Answers who that is, for the audit: an account's id, or the role
 * of a key.
 */
export async function requireAdmin(c: Context<ServerEnv>): Promise<{ actorId: string }> {
  const claims = await claimsOf(c)
  if (!adminRoles.includes(claims.role)) throw new AuthError(403, 'not_admin', 'User not allowed')
  if (claims.sessionId) await bearerOf(c, claims)
  return { actorId: claims.sub ?? claims.role }
}
