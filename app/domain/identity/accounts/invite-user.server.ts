import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { accountInvitation } from '#app/messages/accounts/account-invitation.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { contestStatement } from '../secrets/password-in-doubt.server.ts'
import { mailSecretStatements } from '../secrets/send-secret.server.ts'
import {
  countAllowanceStatement,
  type SendRefusal,
  sendRefusal,
} from '../secrets/sending-limits.server.ts'
import { type Account, accountByEmailStatement, hasAddress } from './account-queries.server.ts'
import { type Administrator, accountStatements } from './create-account.server.ts'
import { newAccount } from './new-account.server.ts'

export type InviteUserResult =
  | { ok: true; account: Account }
  | { ok: false; reason: 'email_exists' }
  | SendRefusal

/**
 * Makes an account without a password for an address and mails its link, or mails the link again
 * where the address still waits for confirmation, as often as an administrator asks. Refused: an
 * address that is confirmed, since its owner needs no invitation, and more mails than the
 * installation sends an hour.
 */
export async function inviteUser(
  ctx: IdentityContext,
  by: Administrator,
  {
    email,
    userMetadata = {},
    redirectTo,
  }: { email: string; userMetadata?: Record<string, unknown>; redirectTo: string | null },
): Promise<InviteUserResult> {
  const at = instantFromMs(ctx.nowMs)
  const sending = { channel: 'email' } as const
  const { existing, allowance } = await batch(ctx.directory, {
    existing: accountByEmailStatement(ctx.directory, email),
    allowance: countAllowanceStatement(ctx, sending),
  })
  if (existing[0]?.emailConfirmedAt) return { ok: false, reason: 'email_exists' }
  const refusal = sendRefusal(ctx, sending, { sends: [], allowance })
  if (refusal) return refusal

  const fresh = newAccount(ctx, {
    email,
    invitedAt: at,
    userMetadata,
    appMetadata: { provider: 'email', providers: ['email'] },
  })
  if (!existing[0]) await beforeUserCreated(ctx, fresh)
  const isWaiting = sql`${hasAddress({ email })} AND email_confirmed_at IS NULL`
  const waiting = sql`EXISTS (SELECT 1 FROM auth_users WHERE ${isWaiting})`
  const mail = {
    kind: 'confirmation' as const,
    holder: { email },
    to: email,
    file: 'account-invitation',
    letter: ({ token, code, minutes }: { token: string; code: string; minutes: number }) => {
      const query = { token_hash: token, type: 'invite', redirect_to: redirectTo ?? undefined }
      return accountInvitation({ href: ctx.origin + paths.confirm(query), code, minutes })
    },
    method: 'invite',
  }
  const { accounts, sent } = await batch(ctx.directory, {
    ...(existing[0] ? {} : accountStatements(ctx, fresh)),
    // Anyone who signed up before is not known to be the one who is invited.
    contested: contestStatement(ctx, { email }),
    ...mailSecretStatements(ctx, mail, waiting),
    sent: ctx.directory.run(sql`
      UPDATE auth_users SET invited_at = ${at}, confirmation_sent_at = ${at}, updated_at = ${at}
      WHERE ${isWaiting}`),
    audit: authAuditStatement(
      ctx,
      { actorId: by.actorId, action: 'user_invited', traits: { email } },
      waiting,
    ),
    accounts: accountByEmailStatement(ctx.directory, email),
  })
  const account = accounts[0]
  if (account?.id === fresh.id) await afterUserCreated(ctx, account)
  return account && changed(sent) > 0
    ? { ok: true, account }
    : { ok: false, reason: 'email_exists' }
}
