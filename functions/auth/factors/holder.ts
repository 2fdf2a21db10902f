import type { Context } from 'hono'
import { isUuid } from '#app/values/uuid.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { type Bearer, requireBearer } from '../callers.ts'
import { AuthError } from '../errors.ts'

/** Who may have second factors: everyone with an account of their own. */
export async function requireFactorHolder(c: Context<ServerEnv>): Promise<Bearer> {
  const bearer = await requireBearer(c)
  if (!bearer.account.isAnonymous) return bearer
  throw new AuthError(
    403,
    'no_authorization',
    'Anonymous user not allowed to perform these actions',
  )
}

/** The factor of the address. */
export function factorIdOf(c: Context<ServerEnv>): string {
  const id = c.req.param('factorId') ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.toLowerCase()
}

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')

/** What is in the way of a kind of factor that is switched off. */
export function verifyDisabled(type: 'totp' | 'phone'): AuthError {
  return type === 'totp'
    ? new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
    : new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
}
