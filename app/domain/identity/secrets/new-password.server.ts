import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { instantToMs } from '#app/values/instant.ts'
import type { Account, StoredSession } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { countTryStatement, isOver } from '../limits.server.ts'
import { findSecretOfCode, secretStands } from './one-time-tokens.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { type PasswordProblem, passwordProblem, passwordRuleOf } from './password-rule.ts'

/** A session older than this shows again that its owner holds the address, where that is asked. */
export const freshMs = 24 * 60 * 60_000

export type PasswordRefusal = {
  ok: false
  reason:
    | `password_${PasswordProblem}`
    | 'same_password'
    | 'too_many_tries'
    | 'reauthentication_needed'
    | 'reauthentication_not_valid'
    | 'current_password_required'
    | 'current_password_invalid'
}

/**
 * A password that may be set: its hash, and the condition under which it may (a code that works
 * once).
 */
export type CheckedPassword = { ok: true; hash: string; guard: SQL; nonce: boolean }

/**
 * Checks a new password of someone who is signed in. Refused: one that breaks the rules or is the
 * same as now; without the mailed code in a session older than a day, and without the current
 * password, where the installation asks for them. Who came in by the mailbox within the life of a
 * link need not know the current one. Tries are counted before anything is hashed.
 */
export async function checkNewPassword(
  ctx: IdentityContext,
  { account, session }: { account: Account; session: StoredSession },
  {
    password,
    nonce,
    currentPassword,
  }: { password: string; nonce?: string | null; currentPassword?: string | null },
): Promise<PasswordRefusal | CheckedPassword> {
  const { configuration, nowMs } = ctx
  const problem = passwordProblem(password, passwordRuleOf(configuration))
  if (problem) return { ok: false, reason: `password_${problem}` }
  const { tries } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'newPassword', account.id),
  })
  if (isOver('newPassword', tries)) return { ok: false, reason: 'too_many_tries' }

  let guard = sql`1`
  if (
    configuration.reauthenticationForPassword &&
    instantToMs(session.createdAt) + freshMs <= nowMs
  ) {
    if (!nonce) return { ok: false, reason: 'reauthentication_needed' }
    const address = account.email ?? account.phone ?? ''
    const found = await findSecretOfCode(ctx, { address, code: nonce }, 'reauthentication')
    if (found?.account.id !== account.id) return { ok: false, reason: 'reauthentication_not_valid' }
    guard = secretStands(found)
  }
  const wrong =
    configuration.currentPasswordForChange &&
    (await wrongPassword(ctx, { account, session }, currentPassword))
  if (wrong) return wrong
  if (account.passwordHash && (await verifyPassword(password, account.passwordHash))) {
    return { ok: false, reason: 'same_password' }
  }
  return { ok: true, hash: await hashPassword(password), guard, nonce: Boolean(nonce) }
}

type Holder = { account: Account; session: StoredSession }

/** Whether somebody at work on their account has to show its password: it has one. */
export const asksPassword = (ctx: IdentityContext, { account, session }: Holder): boolean =>
  account.passwordHash !== null && !cameByMail(ctx, session)

async function wrongPassword(
  ctx: IdentityContext,
  holder: Holder,
  password?: string | null,
): Promise<PasswordRefusal | null> {
  if (!asksPassword(ctx, holder)) return null
  if (!password) return { ok: false, reason: 'current_password_required' }
  return (await verifyPassword(password, holder.account.passwordHash))
    ? null
    : { ok: false, reason: 'current_password_invalid' }
}

/**
 * Checks the current password before something that can't be undone; null where it may be done.
 * Tries are counted with those of new passwords.
 */
export async function checkCurrentPassword(
  ctx: IdentityContext,
  holder: Holder,
  password?: string | null,
): Promise<PasswordRefusal | null> {
  if (!asksPassword(ctx, holder)) return null
  const { tries } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'newPassword', holder.account.id),
  })
  if (isOver('newPassword', tries)) return { ok: false, reason: 'too_many_tries' }
  return wrongPassword(ctx, holder, password)
}

/** Anyone who holds the mailbox could set a new password by recovery as well. */
function cameByMail({ configuration, nowMs }: IdentityContext, { amr }: StoredSession): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      (method === 'otp' || method === 'recovery') &&
      timestamp * 1_000 + configuration.linkMs > nowMs,
  )
}
