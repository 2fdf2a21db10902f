import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { isBanned } from './account-queries.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { findAccountOfLink, linkWorks, spendLinksStatement } from './one-time-tokens.server.ts'
import { passwordChangeStatements } from './password-change.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { type PasswordProblem, passwordProblem, passwordRuleOf } from './password-rule.ts'
import { type IssuedSession, issueSession, newSession, startSessionStatements } from './sessions.server.ts'
import { outcomeOf, type SignInOutcome, userStatement } from './sign-in-outcome.server.ts'

export type ResetPasswordResult =
  | { ok: true; value: IssuedSession; outcome: SignInOutcome }
  | {
      ok: false
      reason: 'link_expired' | 'user_banned' | 'too_many_tries' | `password_${PasswordProblem}`
    }

/**
 * Sets a new password by its mailed link: once, the newest link only. Every session ends, a new one starts here, all
 * other links of the account are void, and a mail tells its owner. Who holds the mailbox has confirmed the address with
 * it. The link is looked at before anything is hashed.
 */
export async function resetPassword(
  ctx: IdentityContext,
  { token, password }: { token: string; password: string },
  bare = false,
): Promise<ResetPasswordResult> {
  const problem = passwordProblem(password, passwordRuleOf(ctx.configuration))
  if (problem) return { ok: false, reason: `password_${problem}` }
  if (!(await ctx.addressMay('reset'))) return { ok: false, reason: 'too_many_tries' }
  const account = await findAccountOfLink(ctx, token, 'recovery')
  if (!account?.email) return { ok: false, reason: 'link_expired' }
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }

  const works = linkWorks(ctx, token, 'recovery')
  const at = instantFromMs(ctx.nowMs)
  const hash = await hashPassword(password)
  const session = newSession('otp', ctx.nowMs)
  const { users, ...written } = await batch(ctx.directory, {
    ...passwordChangeStatements(ctx, { account, hash, keepSessionId: null }, works),
    confirmed: ctx.directory.run(sql`
      UPDATE auth_users SET email_confirmed_at = coalesce(email_confirmed_at, ${at}) WHERE id = ${account.id} AND ${works}`),
    ...startSessionStatements(ctx, account.id, session, works),
    users: userStatement(ctx.directory, { id: account.id }),
    used: spendLinksStatement(ctx.directory, account.id, works),
  })
  if (changed(written.session) === 0) return { ok: false, reason: 'link_expired' }
  const confirmed = { ...account, emailConfirmedAt: account.emailConfirmedAt ?? at }
  return { ok: true, value: await issueSession(ctx, confirmed, session, bare), outcome: outcomeOf(users) }
}
