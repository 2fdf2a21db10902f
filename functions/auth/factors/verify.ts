import type { Context } from 'hono'
import * as z from 'zod'
import {
  type VerifyFactorResult,
  verifyFactor,
} from '#app/domain/identity/factors/verify-factor.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { isUuid } from '#app/values/uuid.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from '../errors.ts'
import { readJson, sessionObject } from '../wire.ts'
import { factorIdOf, factorNotFound, requireFactorHolder, verifyDisabled } from './holder.ts'

const VerifyFactorParams = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().nullish(),
})

/** POST /factors/{id}/verify: the same session, lifted to aal2, with new tokens. */
export async function verify(c: Context<ServerEnv>): Promise<Response> {
  const bearer = await requireFactorHolder(c)
  const factorId = factorIdOf(c)
  const { challenge_id: challengeId, code } = await readJson(c, VerifyFactorParams)
  if (!code) throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
  const asked = challengeId && isUuid(challengeId) ? challengeId.toLowerCase() : ''
  const result = await verifyFactor(identityContext(c.var.app), bearer, {
    factorId,
    challengeId: asked,
    code,
  })
  if (!result.ok) throw refusal(result, asked)
  return c.json(sessionObject(result.value, result.parts))
}

function refusal(
  result: Extract<VerifyFactorResult, { ok: false }>,
  challengeId: string,
): AuthError {
  switch (result.reason) {
    case 'factor_not_found':
      return factorNotFound()
    case 'factor_type_disabled':
      return verifyDisabled(result.factorType)
    case 'challenge_not_found':
      return new AuthError(
        422,
        'mfa_factor_not_found',
        'MFA factor with the provided challenge ID not found',
      )
    case 'challenge_not_yours':
      return new AuthError(
        422,
        'mfa_ip_address_mismatch',
        'Challenge and verify IP addresses mismatch.',
      )
    case 'challenge_expired':
      return new AuthError(
        422,
        'mfa_challenge_expired',
        `MFA challenge ${challengeId} has expired, verify against another challenge or create ` +
          'a new challenge.',
      )
    case 'wrong_code':
      return new AuthError(
        422,
        'mfa_verification_failed',
        result.factorType === 'totp'
          ? 'Invalid TOTP code entered'
          : 'Invalid MFA Phone code entered',
      )
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}
