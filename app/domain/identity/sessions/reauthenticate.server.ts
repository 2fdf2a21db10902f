import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { reauthenticationCode } from '#app/messages/accounts/reauthentication-code.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { mailSecretStatements, textSecretStatements } from '../secrets/send-secret.server.ts'
import {
  countSendStatements,
  type SendRefusal,
  sendRefusal,
} from '../secrets/sending-limits.server.ts'

export type ReauthenticateResult =
  | { ok: true }
  | { ok: false; reason: 'needs_address' | 'email_not_confirmed' | 'phone_not_confirmed' }
  | SendRefusal

/**
 * Sends someone who is signed in the code that a password change may ask for (`changeUser`,
 * `nonce`): by email, or by text message where the account has no e-mail address. Refused: no
 * address, one that is not confirmed, a second code within a minute.
 */
export async function reauthenticate(
  ctx: IdentityContext,
  account: Account,
): Promise<ReauthenticateResult> {
  const { id: userId, email, phone } = account
  if (email === null && phone === null) return { ok: false, reason: 'needs_address' }
  if (email !== null && !account.emailConfirmedAt)
    return { ok: false, reason: 'email_not_confirmed' }
  if (email === null && !account.phoneConfirmedAt)
    return { ok: false, reason: 'phone_not_confirmed' }

  const channel = email === null ? ('sms' as const) : ('email' as const)
  const sending = { channel, kind: 'reauthentication' as const, address: userId }
  const refusal = sendRefusal(
    ctx,
    sending,
    await batch(ctx.directory, countSendStatements(ctx, sending)),
  )
  if (refusal) return refusal
  const to = email ?? phone ?? ''
  const kind = 'reauthentication' as const
  const holder = { userId, sentTo: to }
  await batch(ctx.directory, {
    ...(email === null
      ? textSecretStatements(ctx, { kind, holder, phone: to })
      : mailSecretStatements(ctx, {
          kind,
          holder,
          to,
          file: 'reauthentication-code',
          letter: reauthenticationCode,
          method: 'otp',
        })),
    sent: ctx.directory.run(
      sql`UPDATE auth_users SET reauthentication_sent_at = ${instantFromMs(ctx.nowMs)}
        WHERE id = ${userId}`,
    ),
    audit: authAuditStatement(ctx, { actorId: userId, action: 'user_reauthenticate_requested' }),
  })
  return { ok: true }
}
