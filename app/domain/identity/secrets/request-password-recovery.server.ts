import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { resetPassword } from '#app/messages/accounts/reset-password.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { hasAddress } from '../accounts/account-queries.server.ts'
import { emailIdentity, newAccount, newAccountStatements } from '../accounts/new-account.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { evenOutStatement } from '../limits.server.ts'
import { mailSecretStatements } from './send-secret.server.ts'
import { countSendStatements, type SendRefusal, sendRefusal } from './sending-limits.server.ts'

export type RequestRecoveryResult =
  | { ok: true }
  | { ok: false; reason: 'too_many_tries' }
  | SendRefusal

/**
 * Mails a link that sets a new password, to an address that has an account; for any other address
 * the same statements run and write nothing, so neither the answer nor the time tells whether there
 * is one. A second mail within a minute is refused for known and unknown addresses alike
 * (auth-api.md, POST /recover). The link leads to our own page, or, where another program asked
 * (`redirectTo`, `codeChallenge`), to the button that brings the session there. `claim` is someone
 * whom the named studio wrote down with this address before they had an account: they get one
 * without a password, and the mail.
 */
export async function requestPasswordRecovery(
  ctx: IdentityContext,
  {
    email,
    studio,
    redirectTo = null,
    codeChallenge = null,
    claim = null,
  }: {
    email: string
    studio?: string
    redirectTo?: string | null
    codeChallenge?: string | null
    claim?: { name: string } | null
  },
): Promise<RequestRecoveryResult> {
  if (!(await ctx.addressMay('recover'))) return { ok: false, reason: 'too_many_tries' }
  const sending = { channel: 'email' as const, kind: 'recovery' as const, address: email }
  const refusal = sendRefusal(
    ctx,
    sending,
    await batch(ctx.directory, countSendStatements(ctx, sending)),
  )
  if (refusal) return refusal

  const at = instantFromMs(ctx.nowMs)
  const known = sql`EXISTS (SELECT 1 FROM auth_users WHERE ${hasAddress({ email })})`
  const hrefOf = (token: string) =>
    ctx.origin +
    (redirectTo || codeChallenge
      ? paths.confirm({
          token_hash: token,
          type: 'recovery',
          studio,
          redirect_to: redirectTo ?? undefined,
        })
      : paths.reset({ token_hash: token, studio }))
  // The same statements for everyone: for who claims nothing their guard is false.
  const id = crypto.randomUUID()
  const identity = emailIdentity({ id, email })
  const account = newAccount(ctx, {
    id,
    email,
    invitedAt: at,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: identity.data,
  })
  await batch(ctx.directory, {
    even: evenOutStatement(ctx),
    ...newAccountStatements(
      ctx,
      account,
      { identities: [identity], name: claim?.name ?? '', complete: false },
      claim ? sql`1` : sql`0`,
    ),
    ...mailSecretStatements(
      ctx,
      {
        kind: 'recovery',
        holder: { email },
        to: email,
        file: 'reset-password',
        letter: ({ token, code, minutes }) => resetPassword({ code, href: hrefOf(token), minutes }),
        method: 'recovery',
        codeChallenge,
      },
      known,
    ),
    sent: ctx.directory.run(
      sql`UPDATE auth_users SET recovery_sent_at = ${at} WHERE ${hasAddress({ email })}`,
    ),
    audit: ctx.directory.run(sql`
      INSERT INTO auth_audit_entries (id, actor_id, action, ip, created_at)
      SELECT ${crypto.randomUUID()}, id, 'user_recovery_requested', ${ctx.caller.ip}, ${at}
      FROM auth_users WHERE ${hasAddress({ email })}`),
  })
  return { ok: true }
}
