import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { accountInvitation } from '#app/messages/account-invitation.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { type Account, accountByEmailStatement } from './account-queries.server.ts'
import { authAuditStatement } from './audit.server.ts'
import { type Administrator, accountStatements } from './create-account.server.ts'
import type { IdentityContext } from './identity-context.ts'
import type { Metadata } from './metadata.ts'
import { newAccount } from './new-account.server.ts'
import { keepSecretStatement, newOneTimeSecret } from './one-time-tokens.server.ts'
import { hashSecretToken } from './secret-tokens.server.ts'

export type InviteUserResult = { ok: true; account: Account } | { ok: false; reason: 'email_exists' }

/** An account that waits for its address to be confirmed. */
export const unconfirmed = (email: string) => sql`EXISTS (SELECT 1 FROM auth_users
  WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND email_confirmed_at IS NULL)`

/**
 * Makes an account without a password for an address and mails its link, or mails the link again where the address
 * still waits for confirmation. Refused: an address that is confirmed, since its owner needs no invitation.
 */
export async function inviteUser(
  ctx: IdentityContext,
  by: Administrator,
  { email, userMetadata = {}, redirectTo }: { email: string; userMetadata?: Metadata; redirectTo: string | null },
): Promise<InviteUserResult> {
  const at = instantFromMs(ctx.nowMs)
  const waiting = unconfirmed(email)
  const secret = newOneTimeSecret(ctx)
  const fresh = newAccount(ctx, {
    email,
    invitedAt: at,
    userMetadata,
    appMetadata: { provider: 'email', providers: ['email'] },
  })
  const href =
    ctx.origin +
    paths.confirm({ token_hash: secret.token, type: 'invite', ...(redirectTo ? { redirect_to: redirectTo } : {}) })
  const minutes = Math.max(1, Math.round(ctx.configuration.linkMs / 60_000))
  const message = {
    studioId: null,
    dedupeKey: `account-invitation:${hashSecretToken(secret.token)}`,
    to: email,
    kind: 'account-invitation',
    letter: accountInvitation({ href, code: secret.code, minutes }),
  }
  const { accounts, sent } = await batch(ctx.directory, {
    ...accountStatements(ctx, fresh),
    secret: keepSecretStatement(ctx, { kind: 'confirmation', holder: { email }, secret }, waiting),
    message: queueStatement(ctx.directory, message, ctx.nowMs, waiting),
    sent: ctx.directory.run(sql`
      UPDATE auth_users SET invited_at = ${at}, confirmation_sent_at = ${at}, updated_at = ${at}
      WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND email_confirmed_at IS NULL`),
    audit: authAuditStatement(ctx, { actorId: by.actorId, action: 'user_invited', traits: { email } }, waiting),
    accounts: accountByEmailStatement(ctx.directory, email),
  })
  const account = accounts[0]
  return account && changed(sent) > 0 ? { ok: true, account } : { ok: false, reason: 'email_exists' }
}
