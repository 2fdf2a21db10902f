import { batch } from '#app/db/batch.server.ts'
import { networkOf } from '#app/values/network-address.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { countTryStatement, isOver } from '../limits.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '../sessions/sessions.server.ts'
import { newAccount, newAccountStatements } from './new-account.server.ts'

export type SignInAnonymouslyResult =
  | { ok: true; value: IssuedSession }
  | { ok: false; reason: 'anonymous_disabled' | 'sign_up_disabled' | 'too_many_tries' }

/** Whether the edge told where the caller is; a developer's own machine is not counted. */
const isOutside = ({ ip }: { ip: string }) => !['local', '127.0.0.1', '::1'].includes(ip)

/**
 * Makes an account without any address and signs it in. It becomes permanent once an address is
 * verified (`changeUser`). Refused: where it is switched off, and more than 30 an hour from one
 * network address.
 */
export async function signInAnonymously(
  ctx: IdentityContext,
  { metadata = {} }: { metadata?: Record<string, unknown> } = {},
): Promise<SignInAnonymouslyResult> {
  if (!ctx.configuration.signUpEnabled) return { ok: false, reason: 'sign_up_disabled' }
  if (!ctx.configuration.anonymousEnabled) return { ok: false, reason: 'anonymous_disabled' }
  if (!(await ctx.addressMay('anonymous'))) return { ok: false, reason: 'too_many_tries' }
  const { tries } = await batch(ctx.directory, {
    tries: isOutside(ctx.caller)
      ? countTryStatement(ctx, 'anonymous', networkOf(ctx.caller.ip))
      : null,
  })
  if (tries && isOver('anonymous', tries)) return { ok: false, reason: 'too_many_tries' }

  const account = newAccount(ctx, { isAnonymous: true, userMetadata: metadata })
  await beforeUserCreated(ctx, account)
  const session = newSession('anonymous', ctx.nowMs)
  await batch(ctx.directory, {
    ...newAccountStatements(ctx, account, { identities: [], name: '', complete: false }),
    ...startSessionStatements(ctx, account.id, session),
    audit: authAuditStatement(ctx, {
      actorId: account.id,
      action: 'user_signedup',
      traits: { anonymous: true },
    }),
  })
  await afterUserCreated(ctx, account)
  return { ok: true, value: await issueSession(ctx, account, session, {}) }
}
