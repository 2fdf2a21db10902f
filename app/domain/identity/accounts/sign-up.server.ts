import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { authAuditStatement } from '#app/domain/identity/auth-audit.server.ts'
import { afterUserCreated, beforeUserCreated } from '#app/domain/identity/hooks/hooks.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { hashPassword, verifyPassword } from '#app/domain/identity/secrets/password-hash.server.ts'
import {
  type PasswordProblem,
  passwordProblem,
  passwordRuleOf,
} from '#app/domain/identity/secrets/password-rule.ts'
import {
  confirmationSending,
  confirmationStatements,
} from '#app/domain/identity/secrets/send-confirmation.server.ts'
import type { Errand } from '#app/domain/identity/secrets/send-secret.server.ts'
import {
  countSendStatements,
  type SendRefusal,
  sendRefusal,
} from '#app/domain/identity/secrets/sending-limits.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '#app/domain/identity/sessions/sessions.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type Account,
  type Address,
  accountByAddressStatement,
  hasConfirmed,
} from './account-queries.server.ts'
import { addressIdentity, newAccount, newAccountStatements } from './new-account.server.ts'

/** Who wants an account: an address in its stored form, and a password. */
export type SignUpInput = Errand &
  Address & {
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
        | 'phone_disabled'
        | 'too_many_tries'
        | `password_${PasswordProblem}`
        | 'user_already_exists'
    }
  | SendRefusal

/**
 * Makes an account and sends its confirmation in one batch. An address that is confirmed already gets the same answer
 * in the same time and no message; one that waits for confirmation gets it again and keeps its first password, and when
 * it came with another one the account is marked `passwordContested`. Two sign-ups at once make one account: the unique
 * index decides, and the loser answers like a repeat. Refused: sign-up or phones switched off, too many tries (before
 * the hash), a second message within a minute (known or not), a password that breaks the rules, and, where no
 * confirmation is asked, an address that is taken.
 */
export async function signUp(
  ctx: IdentityContext,
  input: SignUpInput,
  bare = false,
): Promise<SignUpResult> {
  const { configuration } = ctx
  const address = addressOf(input)
  if (!configuration.signUpEnabled) return { ok: false, reason: 'sign_up_disabled' }
  if ('phone' in address && !configuration.phoneEnabled)
    return { ok: false, reason: 'phone_disabled' }
  const problem = passwordProblem(input.password, passwordRuleOf(configuration))
  if (problem) return { ok: false, reason: `password_${problem}` }
  if (!(await ctx.addressMay('sign-up'))) return { ok: false, reason: 'too_many_tries' }

  const confirms = asksConfirmation(ctx, address)
  const sending = confirmationSending(address)
  const { tries, existing, ...counts } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'signUp', sending.address),
    existing: accountByAddressStatement(ctx.directory, address),
    ...(confirms ? countSendStatements(ctx, sending) : {}),
  })
  if (isOver('signUp', tries)) return { ok: false, reason: 'too_many_tries' }
  const refusal = counts.sends && sendRefusal(ctx, sending, { ...counts, sends: counts.sends })
  if (refusal) return refusal

  const [found] = existing
  const account = await accountOf(ctx, address, input, found)
  // Asked for known addresses too: time must not tell.
  await beforeUserCreated(ctx, account)
  if (!confirms) return signUpAtOnce(ctx, address, input, account, found !== undefined, bare)

  await batch(ctx.directory, {
    ...(found
      ? repeatStatements(ctx, found, account)
      : accountStatements(ctx, address, input, account)),
    ...confirmationStatements(ctx, address, input),
  })
  if (!found) await afterUserCreated(ctx, account)
  // Always the account as it would be new: an id that stays the same from call to call would tell of an old one.
  return {
    ok: true,
    kind: 'confirm',
    account: { ...account, confirmationSentAt: instantFromMs(ctx.nowMs) },
  }
}

const addressOf = (input: Address): Address =>
  'email' in input ? { email: input.email } : { phone: input.phone }

/** Whether an address must be confirmed before the first sign-in. */
export const asksConfirmation = (
  { configuration }: Pick<IdentityContext, 'configuration'>,
  address: Address,
) => ('email' in address ? configuration.emailConfirmation : configuration.phoneConfirmation)

/**
 * The account as it would be new. Its password is hashed also when the address is taken, since time must not tell; where
 * the address waits for confirmation the password is compared instead, which costs the same.
 */
async function accountOf(
  ctx: IdentityContext,
  address: Address,
  { password, name, metadata }: SignUpInput,
  found: Account | undefined,
): Promise<Account> {
  const waits = found !== undefined && !hasConfirmed(found, address)
  const contested = waits && !(await verifyPassword(password, found.passwordHash))
  const passwordHash = waits ? found.passwordHash : await hashPassword(password)
  const person = unwrittenAccount(ctx, address, { ...(name ? { name } : {}), ...metadata })
  return { ...person, passwordHash, passwordContested: contested }
}

/** A new account of an address, with the metadata that the wire copies from its identity. Nothing is written. */
export function unwrittenAccount(
  ctx: IdentityContext,
  address: Address,
  metadata: Record<string, unknown>,
): Account {
  const id = crypto.randomUUID()
  const { provider, data } = addressIdentity(id, address)
  const confirmedAt = asksConfirmation(ctx, address) ? null : instantFromMs(ctx.nowMs)
  return newAccount(ctx, {
    id,
    ...address,
    ...('email' in address ? { emailConfirmedAt: confirmedAt } : { phoneConfirmedAt: confirmedAt }),
    appMetadata: { provider, providers: [provider] },
    userMetadata: { ...metadata, ...data },
  })
}

/** The account, its identity and its user row; only the first of several sign-ups with one address writes any. */
export function accountStatements(
  ctx: IdentityContext,
  address: Address,
  { name, acceptsTerms }: Pick<SignUpInput, 'name' | 'acceptsTerms'>,
  account: Account,
) {
  return {
    ...newAccountStatements(ctx, account, {
      identities: [addressIdentity(account.id, address)],
      name,
      complete: acceptsTerms && name !== '',
    }),
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'user_signedup' },
      isMade(account),
    ),
  }
}

const isMade = ({ id }: Account): SQL => sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${id})`

/** Whose the password is can't be known when somebody comes with another one: our page asks for it anew. */
function repeatStatements(ctx: IdentityContext, found: Account, { passwordContested }: Account) {
  return {
    repeated: authAuditStatement(ctx, { actorId: found.id, action: 'user_repeated_signup' }),
    contested: ctx.directory.run(sql`
      UPDATE auth_users SET password_contested = 1
      WHERE id = ${found.id} AND ${passwordContested ? 1 : 0} AND email_confirmed_at IS NULL AND phone_confirmed_at IS NULL`),
  }
}

/** Where no confirmation is asked the account is there and signed in at once, and a taken address must be told. */
async function signUpAtOnce(
  ctx: IdentityContext,
  address: Address,
  input: SignUpInput,
  account: Account,
  taken: boolean,
  bare: boolean,
): Promise<SignUpResult> {
  if (taken) return { ok: false, reason: 'user_already_exists' }
  const session = newSession('password', ctx.nowMs)
  const { accounts } = await batch(ctx.directory, {
    ...accountStatements(ctx, address, input, account),
    ...startSessionStatements(ctx, account.id, session, isMade(account)),
    accounts: accountByAddressStatement(ctx.directory, address),
  })
  if (accounts[0]?.id !== account.id) return { ok: false, reason: 'user_already_exists' }
  await afterUserCreated(ctx, account)
  return { ok: true, kind: 'signed_in', value: await issueSession(ctx, accounts[0], session, bare) }
}
