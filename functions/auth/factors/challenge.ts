import type { Context } from 'hono'
import * as z from 'zod'
import {
  type ChallengeFactorResult,
  challengeFactor,
} from '#app/domain/identity/factors/challenge-factor.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from '../errors.ts'
import { readJson } from '../wire.ts'
import { factorIdOf, factorNotFound, requireFactorHolder, verifyDisabled } from './holder.ts'

const ChallengeFactorParams = z.object({ channel: z.string().nullish() })

/** POST /factors/{id}/challenge: asks for a code; a phone is sent one. */
export async function challenge(c: Context<ServerEnv>): Promise<Response> {
  const { account } = await requireFactorHolder(c)
  const factorId = factorIdOf(c)
  const { channel } = await readJson(c, ChallengeFactorParams, { mayBeEmpty: true })
  if (channel && channel !== 'sms') {
    throw new AuthError(400, 'validation_failed', "Invalid channel, the supported value is 'sms'")
  }
  const result = await challengeFactor(identityContext(c.var.app), { userId: account.id, factorId })
  if (!result.ok) throw challengeRefusal(result)
  deliverSoon(c.var.app, c.var.app.directory)
  const { id, factor, expiresAtMs } = result.challenge
  return c.json({ id, type: factor.factorType, expires_at: Math.floor(expiresAtMs / 1000) })
}

function challengeRefusal(refusal: Extract<ChallengeFactorResult, { ok: false }>): AuthError {
  switch (refusal.reason) {
    case 'factor_not_found':
      return factorNotFound()
    case 'factor_type_disabled':
      return verifyDisabled(refusal.factorType)
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    case 'sms_too_soon':
      return new AuthError(
        429,
        'over_sms_send_rate_limit',
        'For security purposes, you can only request this after 60 seconds.',
      )
  }
}
