import { batch } from '#app/db/batch.server.ts'
import {
  type Address,
  accountByAddressStatement,
  hasConfirmed,
  isBanned,
} from '../accounts/account-queries.server.ts'
import { enterStudioStatement } from '../accounts/enter-studio.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import {
  clearGuessesStatements,
  countGuessStatements,
  type GuessRefusal,
  guessRefusal,
} from '../guesses.server.ts'
import { passwordAttempted } from '../hooks/attempt-hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import { verifyPassword } from '../secrets/password-hash.server.ts'
import { passwordRuleOf, weaknessesOf } from '../secrets/password-rule.ts'
import { renewHashStatements } from '../secrets/renew-hash.server.ts'
import type { TokenOptions } from './access-tokens.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from './sessions.server.ts'
import { outcomeOf, type SignInOutcome, userStatement } from './sign-in-outcome.server.ts'

export type SignInResult =
  | {
      ok: true
      value: IssuedSession
      outcome: SignInOutcome
      /** Why the password, which was right, would not be taken today. */
      weaknesses: ReturnType<typeof weaknessesOf>
    }
  | ({ ok: false } & GuessRefusal)
  | {
      ok: false
      reason: 'invalid_credentials' | 'user_banned' | 'email_not_confirmed' | 'phone_not_confirmed'
    }

/** What the platform counts for one network address is over after a minute. */
const addressWaitSeconds = 60

/**
 * Signs an account in by its e-mail address or phone number in stored form. Limits come before the
 * hash, and say after how many seconds a try is taken; a device that is known here is slowed down
 * by its own tries alone (decision 43). An unknown address, an account without a password and a
 * wrong password are one refusal and cost the same time; that an account is banned or not confirmed
 * is told only to someone who knows its password. `studioId` becomes the studio the account is in,
 * where it has a place there. `tokenOptions` makes the access token of the page cookie.
 */
export async function signInWithPassword(
  ctx: IdentityContext,
  input: Address & { password: string; studioId?: string },
  tokenOptions: TokenOptions = {},
): Promise<SignInResult> {
  const { password, studioId } = input
  const address: Address = 'email' in input ? { email: input.email } : { phone: input.phone }
  const name = 'email' in address ? address.email : address.phone
  if (!(await ctx.addressMay('sign-in')))
    return { ok: false, reason: 'too_many_tries', seconds: addressWaitSeconds }
  const guess = { limit: 'signIn' as const, subject: name, origin: originOf(ctx, name) }
  const { accounts, users, ...counted } = await batch(ctx.directory, {
    ...countGuessStatements(ctx, guess),
    accounts: accountByAddressStatement(ctx.directory, address),
    users: userStatement(ctx.directory, address),
  })
  const refusal = guessRefusal(ctx, guess, counted)
  if (refusal) return { ok: false, ...refusal }

  const account = accounts[0]
  const right = await verifyPassword(password, account?.passwordHash ?? null)
  if (account) await passwordAttempted(ctx, account, right)
  if (!account || !right) return { ok: false, reason: 'invalid_credentials' }
  if (isBanned(account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }
  const provider = 'email' in address ? 'email' : 'phone'
  if (!hasConfirmed(account, address)) return { ok: false, reason: `${provider}_not_confirmed` }

  const session = newSession('password', ctx.nowMs)
  const { entered } = await batch(ctx.directory, {
    ...startSessionStatements(ctx, account.id, session),
    ...(await renewHashStatements(ctx.directory, account, password)),
    ...clearGuessesStatements(ctx, guess, counted),
    audit: authAuditStatement(ctx, { actorId: account.id, action: 'login', traits: { provider } }),
    enter: studioId ? enterStudioStatement(ctx.directory, { userId: account.id, studioId }) : null,
    entered: studioId ? userStatement(ctx.directory, { id: account.id }) : null,
  })
  return {
    ok: true,
    value: await issueSession(ctx, account, session, tokenOptions),
    outcome: outcomeOf(entered ?? users),
    weaknesses: weaknessesOf(password, passwordRuleOf(ctx.configuration)),
  }
}
