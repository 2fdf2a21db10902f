import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { isBanned } from './account-queries.server.ts'
import { authAuditStatement } from './audit.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { findAccountOfLink, linkWorks, spendLinksStatement } from './one-time-tokens.server.ts'
import { type IssuedSession, issueSession, newSession, startSessionStatements } from './sessions.server.ts'
import { outcomeOf, type SignInOutcome, userStatement } from './sign-in-outcome.server.ts'

export type ConfirmAddressResult =
  | { ok: true; value: IssuedSession; outcome: SignInOutcome; name: string }
  | { ok: false; reason: 'link_expired' | 'user_banned' | 'too_many_tries' }

/**
 * Confirms an address by its mailed link and signs the account in. A link works once; of two presses at once one signs
 * in. Refused alike: used, replaced, too old, made up, or sent to an address the account no longer has.
 */
export async function confirmAddress(ctx: IdentityContext, token: string, bare = false): Promise<ConfirmAddressResult> {
  if (!(await ctx.addressMay('verify'))) return { ok: false, reason: 'too_many_tries' }
  const account = await findAccountOfLink(ctx, token, 'confirmation')
  if (!account) return { ok: false, reason: 'link_expired' }
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }

  const works = linkWorks(ctx, token, 'confirmation')
  const at = instantFromMs(ctx.nowMs)
  const session = newSession('otp', ctx.nowMs)
  const verified = sql`json_patch(user_metadata, '{"email_verified":true}')`
  const { users, ...written } = await batch(ctx.directory, {
    confirm: ctx.directory.run(sql`
      UPDATE auth_users SET email_confirmed_at = coalesce(email_confirmed_at, ${at}), user_metadata = ${verified}, updated_at = ${at}
      WHERE id = ${account.id} AND ${works}`),
    identity: ctx.directory.run(sql`
      UPDATE auth_identities SET identity_data = json_patch(identity_data, '{"email_verified":true}'), last_sign_in_at = ${at}
      WHERE user_id = ${account.id} AND provider = 'email' AND ${works}`),
    ...startSessionStatements(ctx, account.id, session, works),
    audit: authAuditStatement(ctx, { actorId: account.id, action: 'login', traits: { provider: 'email' } }, works),
    users: userStatement(ctx.directory, { id: account.id }),
    used: spendLinksStatement(ctx.directory, account.id, works),
  })
  if (changed(written.session) === 0) return { ok: false, reason: 'link_expired' }
  const confirmed = {
    ...account,
    emailConfirmedAt: account.emailConfirmedAt ?? at,
    userMetadata: { ...account.userMetadata, email_verified: true },
  }
  return {
    ok: true,
    value: await issueSession(ctx, confirmed, session, bare),
    outcome: outcomeOf(users),
    name: users[0]?.name ?? '',
  }
}
