import { batch } from '#app/db/batch.server.ts'
import type { Account, Factor } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { endSessionsStatements } from '../sessions/sessions.server.ts'
import { HookRefusal } from './hook-refusal.ts'
import { type Asking, askHook } from './hooks.server.ts'

type Decision = { decision?: unknown; message?: unknown; should_logout_user?: unknown }

/**
 * Tells of a password that was tried for an account. Refused with 403 where the hook says `reject`:
 * further tries are up to it. All sessions end first where it asks for that.
 */
export async function passwordAttempted(
  ctx: IdentityContext,
  { id }: Pick<Account, 'id'>,
  valid: boolean,
): Promise<void> {
  if (!ctx.configuration.hooks['password-verification']) return
  const answer: Decision =
    (await askHook(ctx, 'password-verification', { user_id: id, valid })) ?? {}
  if (answer.decision !== 'reject') return
  if (answer.should_logout_user === true) {
    await batch(
      ctx.directory,
      endSessionsStatements(ctx.directory, { userId: id, sessionId: '', scope: 'global' }),
    )
  }
  refuse(
    ctx,
    'invalid_credentials',
    answer,
    'Further password verification attempts will be rejected.',
  )
}

/**
 * The same of a code of a second factor; where the hook says `reject` the code is not even a right
 * one.
 */
export async function factorAttempted(
  ctx: Asking,
  { id, userId, factorType }: Pick<Factor, 'id' | 'userId' | 'factorType'>,
  valid: boolean,
): Promise<void> {
  if (!ctx.configuration.hooks['mfa-verification']) return
  const payload = { factor_id: id, factor_type: factorType, user_id: userId, valid }
  const answer: Decision = (await askHook(ctx, 'mfa-verification', payload)) ?? {}
  if (answer.decision === 'reject') {
    refuse(
      ctx,
      'mfa_verification_rejected',
      answer,
      'Further MFA verification attempts will be rejected.',
    )
  }
}

function refuse(
  ctx: Asking,
  code: 'invalid_credentials' | 'mfa_verification_rejected',
  { message }: Decision,
  usual: string,
): never {
  ctx.refusedByHook(
    new HookRefusal(
      403,
      code,
      typeof message === 'string' && message ? message.slice(0, 500) : usual,
    ),
  )
}
