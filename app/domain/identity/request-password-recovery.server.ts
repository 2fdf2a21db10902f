import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { resetPassword } from '#app/messages/reset-password.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from './identity-context.ts'
import { countTryStatement, isOver } from './limits.server.ts'
import { keepSecretStatement, newOneTimeSecret } from './one-time-tokens.server.ts'
import { hashSecretToken } from './secret-tokens.server.ts'

export type RequestRecoveryResult = { ok: true } | { ok: false; reason: 'too_many_tries' | 'mail_too_soon' }

/**
 * Mails a link that sets a new password, to an address that has an account; for any other address the same statements
 * run and write nothing, so neither the answer nor the time tells whether there is one. A second mail within a minute
 * is refused for known and unknown addresses alike (auth-api.md, POST /recover).
 */
export async function requestPasswordRecovery(
  ctx: IdentityContext,
  { email, studio }: { email: string; studio?: string },
): Promise<RequestRecoveryResult> {
  if (!(await ctx.addressMay('recover'))) return { ok: false, reason: 'too_many_tries' }
  const { mails } = await batch(ctx.directory, { mails: countTryStatement(ctx, 'mail', `recovery:${email}`) })
  if (isOver('mail', mails)) return { ok: false, reason: 'mail_too_soon' }

  const secret = newOneTimeSecret(ctx)
  const known = sql`EXISTS (SELECT 1 FROM auth_users WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND deleted_at IS NULL)`
  const message = {
    studioId: null,
    dedupeKey: `reset-password:${hashSecretToken(secret.token)}`,
    to: email,
    kind: 'reset-password',
    letter: resetPassword({
      code: secret.code,
      href: ctx.origin + paths.reset({ token_hash: secret.token, studio }),
      minutes: Math.round(ctx.configuration.linkMs / 60_000),
    }),
  }
  await batch(ctx.directory, {
    link: keepSecretStatement(ctx, { secret, kind: 'recovery', holder: { email } }),
    mail: queueStatement(ctx.directory, message, ctx.nowMs, known),
    sent: ctx.directory.run(
      sql`UPDATE auth_users SET recovery_sent_at = ${instantFromMs(ctx.nowMs)} WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND ${known}`,
    ),
    audit: ctx.directory.run(sql`
      INSERT INTO auth_audit_entries (id, actor_id, action, ip, created_at)
      SELECT ${crypto.randomUUID()}, id, 'user_recovery_requested', ${ctx.caller.ip}, ${instantFromMs(ctx.nowMs)}
      FROM auth_users WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND ${known}`),
  })
  return { ok: true }
}
