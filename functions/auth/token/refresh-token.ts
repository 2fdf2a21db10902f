import type { Context } from 'hono'
import * as z from 'zod'
import {
  type RefreshForProgramResult,
  refreshForProgram,
} from '#app/domain/identity/sessions/refresh-session.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from '../errors.ts'
import { refusalError } from '../refusals.ts'
import { readJson, sessionObject } from '../wire.ts'

const RefreshTokenGrantParams = z.object({ refresh_token: z.string().nullish() })

/** The grant `refresh_token`: a new token of the same session. */
export async function refreshTokenGrant(c: Context<ServerEnv>): Promise<Response> {
  const { refresh_token } = await readJson(c, RefreshTokenGrantParams)
  if (!refresh_token) throw new AuthError(400, 'validation_failed', 'refresh_token required')
  const result = await refreshForProgram(identityContext(c.var.app), refresh_token)
  if (!result.ok && result.reason === 'too_many_tries') throw refusalError(result)
  if (!result.ok) throw new AuthError(400, result.reason, messages[result.reason])
  return c.json(sessionObject(result.value, result.parts))
}

type Reason = Extract<RefreshForProgramResult, { ok: false }>['reason']

const messages: Record<Exclude<Reason, 'too_many_tries'>, string> = {
  refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
  refresh_token_already_used: 'Invalid Refresh Token: Already Used',
  session_not_found: 'Invalid Refresh Token: Session Not Found',
  session_expired: 'Invalid Refresh Token: Session Expired',
  user_banned: 'Invalid Refresh Token: User Banned',
}
