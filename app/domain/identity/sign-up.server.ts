import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { type Account, accountByEmailStatement } from './account-queries.server.ts'
import { authAuditStatement } from './audit.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { countTryStatement, isOver } from './limits.server.ts'
import { emailIdentity, newAccount, newAccountStatements } from './new-account.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { passwordProblem } from './password-rule.ts'
import { confirmationStatements, type Errand } from './send-confirmation.server.ts'
import { type IssuedSession, issueSession, newSession, startSessionStatements } from './sessions.server.ts'

export type SignUpInput = Errand & {
  /** Lower-cased. */
  email: string
  password: string
  name: string
  /** The person agreed to the terms on our page; with a name that completes set-up. */
  acceptsTerms: boolean
  /** What the wire sent as `data`. */
  metadata?: Record<string, unknown>
}

export type SignUpResult =
  /** The address is to be confirmed; `account` looks the same whether or not there was one before. */
  | { ok: true; kind: 'confirm'; account: Account }
  /** Only where no confirmation is asked. */
  | { ok: true; kind: 'signed_in'; value: IssuedSession }
  | {
      ok: false
      reason:
        | 'sign_up_disabled'
        | 'too_many_tries'
        | 'mail_too_soon'
        | 'password_too_short'
        | 'password_too_long'
        | 'user_already_exists'
    }

/**
 * Makes an account and mails its confirmation link in one batch. An address that is confirmed already gets the same
 * answer in the same time and no mail; one that waits for confirmation gets the mail again and keeps its first
 * password. Two sign-ups at once make one account: the unique index decides, and the loser answers like a repeat.
 * Refused: sign-up switched off, too many tries (before the hash), a second mail within a minute (known or not), a
 * password that is too short or too long, and, where no confirmation is asked, an address that is taken.
 */
export async function signUp(ctx: IdentityContext, input: SignUpInput, bare = false): Promise<SignUpResult> {
  const { configuration } = ctx
  if (!configuration.signUpEnabled) return { ok: false, reason: 'sign_up_disabled' }
  const problem = passwordProblem(input.password, configuration.passwordMinLength)
  if (problem) return { ok: false, reason: `password_${problem}` }
  if (!(await ctx.addressMay('sign-up'))) return { ok: false, reason: 'too_many_tries' }

  const { tries, mails, existing } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'signUp', input.email),
    mails: configuration.emailConfirmation ? countTryStatement(ctx, 'mail', `confirmation:${input.email}`) : null,
    existing: accountByEmailStatement(ctx.directory, input.email),
  })
  if (isOver('signUp', tries)) return { ok: false, reason: 'too_many_tries' }
  if (mails && isOver('mail', mails)) return { ok: false, reason: 'mail_too_soon' }

  // Hashed also when the address is taken: time must not tell.
  const account = accountOf(ctx, input, await hashPassword(input.password))
  if (!configuration.emailConfirmation) return signUpAtOnce(ctx, input, account, existing[0] !== undefined, bare)

  await batch(ctx.directory, {
    ...(existing[0] ? { repeated: repeatStatement(ctx, existing[0]) } : accountStatements(ctx, input, account)),
    ...confirmationStatements(ctx, input.email, input),
  })
  // Always the account as it would be new: an id that stays the same from call to call would tell of an old one.
  return { ok: true, kind: 'confirm', account: { ...account, confirmationSentAt: instantFromMs(ctx.nowMs) } }
}

function accountOf(ctx: IdentityContext, { email, name, metadata }: SignUpInput, passwordHash: string): Account {
  const id = crypto.randomUUID()
  return newAccount(ctx, {
    id,
    email,
    passwordHash,
    emailConfirmedAt: ctx.configuration.emailConfirmation ? null : instantFromMs(ctx.nowMs),
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: { ...(name ? { name } : {}), ...metadata, ...emailIdentity({ id, email }).data },
  })
}

/** The account, its identity and its user row; only the first of several sign-ups with one address writes any. */
function accountStatements(ctx: IdentityContext, { email, name, acceptsTerms }: SignUpInput, account: Account) {
  const made = sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id})`
  return {
    ...newAccountStatements(ctx, account, {
      identities: [emailIdentity({ id: account.id, email })],
      name,
      complete: acceptsTerms && name !== '',
    }),
    audit: authAuditStatement(ctx, { actorId: account.id, action: 'user_signedup' }, made),
  }
}

const repeatStatement = (ctx: IdentityContext, { id }: Account) =>
  authAuditStatement(ctx, { actorId: id, action: 'user_repeated_signup' })

/** Where no confirmation is asked the account is there and signed in at once, and a taken address must be told. */
async function signUpAtOnce(
  ctx: IdentityContext,
  input: SignUpInput,
  account: Account,
  taken: boolean,
  bare: boolean,
): Promise<SignUpResult> {
  if (taken) return { ok: false, reason: 'user_already_exists' }
  const session = newSession('password', ctx.nowMs)
  const made = sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id})`
  const { accounts } = await batch(ctx.directory, {
    ...accountStatements(ctx, input, account),
    ...startSessionStatements(ctx, account.id, session, made),
    accounts: accountByEmailStatement(ctx.directory, input.email),
  })
  if (accounts[0]?.id !== account.id) return { ok: false, reason: 'user_already_exists' }
  return { ok: true, kind: 'signed_in', value: await issueSession(ctx, accounts[0], session, bare) }
}
