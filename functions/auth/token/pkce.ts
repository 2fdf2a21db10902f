import type { Context } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import {
  type ExchangeCodeResult,
  exchangeCode,
} from '#app/domain/identity/sessions/exchange-code.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from '../errors.ts'
import { identityRefusal } from '../provider-refusals.ts'
import { refusalError } from '../refusals.ts'
import { readJson, sessionObject } from '../wire.ts'

const PkceGrantParams = z.object({
  auth_code: z.string().nullish(),
  code_verifier: z.string().nullish(),
})

/** The grant `pkce`: the code of a flow and the verifier that only its beginner has. */
export async function pkceGrant(c: Context<ServerEnv>): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readJson(c, PkceGrantParams)
  if (!code || !verifier) {
    throw new AuthError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    )
  }
  const result = await exchangeCode(identityContext(c.var.app), { code, verifier })
  if (!result.ok) throw exchangeRefusal(result)
  const parts = await findAccountParts(c.var.app.directory, result.value.account.id)
  return c.json({ ...sessionObject(result.value, parts), ...result.providerTokens })
}

function exchangeRefusal(refusal: Extract<ExchangeCodeResult, { ok: false }>): AuthError {
  switch (refusal.reason) {
    case 'identity_taken':
    case 'session_not_found':
    case 'user_not_found':
    case 'email_missing':
    case 'email_not_verified': {
      const { status, code, description } = identityRefusal(refusal.reason, 'the provider')
      return new AuthError(status, code, description)
    }
    default:
      return refusalError({ reason: refusal.reason })
  }
}
