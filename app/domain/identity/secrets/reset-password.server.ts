import { batch, changed } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { isBanned } from '../accounts/account-queries.server.ts'
import { verifiedAccount, verifiedAddressStatements } from '../accounts/verified-address.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '../sessions/sessions.server.ts'
import { outcomeOf, type SignInOutcome, userStatement } from '../sessions/sign-in-outcome.server.ts'
import {
  type FoundSecret,
  findSecretOfCode,
  findSecretOfLink,
  secretStands,
  spendLinksStatement,
} from './one-time-tokens.server.ts'
import { passwordChangeStatements } from './password-change.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { isInDoubt } from './password-in-doubt.server.ts'
import { type PasswordProblem, passwordProblem, passwordRuleOf } from './password-rule.ts'

export type ResetPasswordResult =
  | { ok: true; value: IssuedSession; outcome: SignInOutcome; name: string }
  | {
      ok: false
      reason: 'link_expired' | 'user_banned' | 'too_many_tries' | `password_${PasswordProblem}`
    }

/** A mailed link, or the code beside it with the address it was sent to. */
export type ResetProof = { token: string } | { email: string; code: string }

/**
 * Sets a new password by what was mailed, link or code: once. Every session
 * ends, a new one starts here, all other links of the account are void, and a mail tells its owner.
 * Who holds the mailbox has confirmed the address with it; so a confirmation sets one as well,
 * where the present one may be someone else's (decision 24). The proof is looked at before anything
 * is hashed.
 */
export async function resetPassword(
  ctx: IdentityContext,
  { password, ...proof }: ResetProof & { password: string },
  tokenOptions: TokenOptions = {},
): Promise<ResetPasswordResult> {
  const problem = passwordProblem(password, passwordRuleOf(ctx.configuration))
  if (problem) return { ok: false, reason: `password_${problem}` }
  if (!(await ctx.addressMay('reset'))) return { ok: false, reason: 'too_many_tries' }
  const found = await findResetProof(ctx, proof)
  if (!found?.account.email) return { ok: false, reason: 'link_expired' }
  const { account } = found
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }

  const stands = secretStands(found)
  const at = instantFromMs(ctx.nowMs)
  const hash = await hashPassword(password)
  const session = newSession('otp', ctx.nowMs)
  const { users, ...written } = await batch(ctx.directory, {
    ...passwordChangeStatements(ctx, { account, hash, keepSessionId: null }, stands),
    ...verifiedAddressStatements(ctx, account, { email: found.account.email }, stands),
    ...startSessionStatements(ctx, account.id, session, stands),
    users: userStatement(ctx.directory, { id: account.id }),
    used: spendLinksStatement(ctx.directory, account.id, stands),
  })
  if (changed(written.session) === 0) return { ok: false, reason: 'link_expired' }
  const confirmed = verifiedAccount(account, { email: found.account.email }, at)
  return {
    ok: true,
    value: await issueSession(ctx, confirmed, session, tokenOptions),
    outcome: outcomeOf(users),
    name: users[0]?.name ?? '',
  }
}

/**
 * What a new password may be set by; a confirmation only where the account's password is in doubt.
 */
async function findResetProof(
  ctx: IdentityContext,
  proof: ResetProof,
): Promise<FoundSecret | null> {
  const kinds = ['recovery', 'confirmation'] as const
  const found =
    'token' in proof
      ? await findSecretOfLink(ctx, proof.token, ...kinds)
      : await findSecretOfCode(ctx, { address: proof.email, code: proof.code }, ...kinds)
  // Without a proof: anyone who comes to this page chooses again.
  return found?.kind === 'confirmation' && !isInDoubt(ctx, found, { proof: null }) ? null : found
}
