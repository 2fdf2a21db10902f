import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { ownSubject } from '../guesses.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import { countTryStatement, isOver } from '../limits.server.ts'
import { spendLinksStatement } from '../secrets/one-time-tokens.server.ts'
import { hashPassword } from '../secrets/password-hash.server.ts'
import { type PasswordProblem, passwordProblem, passwordRuleOf } from '../secrets/password-rule.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import {
  endSessionsStatements,
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '../sessions/sessions.server.ts'
import { accountByEmailStatement } from './account-queries.server.ts'
import { emailIdentity, newAccount, newAccountStatements } from './new-account.server.ts'

export type OpenConfirmedAccountResult =
  | { ok: true; value: IssuedSession }
  | { ok: false; reason: 'too_many_tries' | `password_${PasswordProblem}` | 'gone' }

/**
 * Opens an account for an address whose mailbox the caller has proven by other means than our own
 * link, signs it in, and runs `andThen` in the same batch. An account that was opened with the
 * address and never confirmed is taken over: its password, its other ways to sign in and its
 * sessions go, since nobody has proven that they were the owner's. `onlyIf` must hold when the
 * batch runs; where it does not, or the address got a confirmed account meanwhile, the answer is
 * `gone` and nothing was written.
 */
export async function openConfirmedAccount(
  ctx: IdentityContext,
  {
    email,
    name,
    password,
    onlyIf,
    andThen,
  }: {
    email: string
    name: string
    password: string
    onlyIf: SQL
    andThen: (userId: string) => Record<string, Statement<D1Result>>
  },
  tokenOptions: TokenOptions = {},
): Promise<OpenConfirmedAccountResult> {
  const problem = passwordProblem(password, passwordRuleOf(ctx.configuration))
  if (problem) return { ok: false, reason: `password_${problem}` }
  if (!(await ctx.addressMay('sign-up'))) return { ok: false, reason: 'too_many_tries' }
  const { directory, nowMs, now } = ctx
  const { tries, existing } = await batch(directory, {
    tries: countTryStatement(ctx, 'signUp', ownSubject(originOf(ctx, email), email)),
    existing: accountByEmailStatement(directory, email),
  })
  if (isOver('signUp', tries)) return { ok: false, reason: 'too_many_tries' }
  const waiting = existing[0]
  if (waiting?.emailConfirmedAt) return { ok: false, reason: 'gone' }

  const at = instantFromMs(nowMs)
  const passwordHash = await hashPassword(password)
  const id = waiting?.id ?? crypto.randomUUID()
  const identity = emailIdentity({ id, email })
  const data = { ...identity.data, email_verified: true }
  const account = newAccount(ctx, {
    ...waiting,
    id,
    email,
    passwordHash,
    emailConfirmedAt: at,
    passwordContested: false,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: { name, ...data },
  })
  const session = newSession('otp', nowMs)
  const mine = sql`id = ${id} AND email_confirmed_at IS NULL AND ${onlyIf}`
  const taken = sql`EXISTS (SELECT 1 FROM auth_users
    WHERE id = ${id} AND password_hash = ${passwordHash}) AND ${onlyIf}`
  const ended = endSessionsStatements(
    directory,
    { userId: id, sessionId: session.id, scope: 'global' },
    taken,
  )
  const written = await batch(directory, {
    ...(waiting
      ? {
          takeOver: directory.run(sql`
            UPDATE auth_users SET password_hash = ${passwordHash}, email_confirmed_at = ${at},
              password_contested = 0, app_metadata = ${JSON.stringify(account.appMetadata)},
              user_metadata = ${JSON.stringify(account.userMetadata)},
              updated_at = ${at}
            WHERE ${mine}`),
          others: directory.run(
            sql`DELETE FROM auth_identities
              WHERE user_id = ${id} AND provider <> 'email' AND ${taken}`,
          ),
          identity: directory.run(
            sql`UPDATE auth_identities SET identity_data = ${JSON.stringify(data)},
              updated_at = ${at} WHERE user_id = ${id} AND ${taken}`,
          ),
          user: directory.run(sql`
            UPDATE users SET name = ${name}, setup_complete = 1, terms_accepted_at = ${now}
            WHERE auth_id = ${id} AND ${taken}`),
          endedTokens: ended.refreshTokens,
          endedSessions: ended.sessions,
          spent: spendLinksStatement(directory, id, taken),
        }
      : newAccountStatements(
          ctx,
          account,
          { identities: [{ ...identity, data }], name, complete: true },
          onlyIf,
        )),
    ...startSessionStatements(ctx, id, session, taken),
    audit: authAuditStatement(
      ctx,
      { actorId: id, action: waiting ? 'login' : 'user_signedup' },
      taken,
    ),
    ...andThen(id),
  })
  if (changed(written.session) === 0) return { ok: false, reason: 'gone' }
  return { ok: true, value: await issueSession(ctx, account, session, tokenOptions) }
}
