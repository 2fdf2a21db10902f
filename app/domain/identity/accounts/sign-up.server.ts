import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { ownSubject } from '../guesses.server.ts'
import { afterUserCreated, beforeUserCreated } from '../hooks/hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import { countTryStatement, isOver, keyOf } from '../limits.server.ts'
import { hashPassword, verifyPassword } from '../secrets/password-hash.server.ts'
import { contestStatement, passwordProofOf } from '../secrets/password-in-doubt.server.ts'
import { type PasswordProblem, passwordProblem, passwordRuleOf } from '../secrets/password-rule.ts'
import { confirmationSending, confirmationStatements } from '../secrets/send-confirmation.server.ts'
import type { ReturnTarget } from '../secrets/send-secret.server.ts'
import {
  countSendStatements,
  type SendRefusal,
  sendRefusal,
} from '../secrets/sending-limits.server.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import {
  type IssuedSession,
  issueSession,
  newSession,
  startSessionStatements,
} from '../sessions/sessions.server.ts'
import {
  type Account,
  type Address,
  accountByAddressStatement,
  hasConfirmed,
} from './account-queries.server.ts'
import { addressIdentity, newAccount, newAccountStatements } from './new-account.server.ts'
import { tellAddressOwnerStatement } from './tell-address-owner.server.ts'

/** Who wants an account: an address in its stored form, and a password. */
export type SignUpInput = ReturnTarget &
  Address & {
    password: string
    name: string
    /** The person agreed to the terms on our page; with a name that completes set-up. */
    acceptsTerms: boolean
    /** What the wire sent as `data`. */
    metadata?: Record<string, unknown>
  }

export type SignUpResult =
  /**
   * The address is to be confirmed; `account` looks the same whether or not there was one before.
   * `passwordProof` lets the browser that set the password keep it (`Confirmer`).
   */
  | { ok: true; kind: 'confirm'; account: Account; passwordProof: string }
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
 * Makes an account and sends its confirmation in one batch. An address that is confirmed already
 * gets the same answer in the same time, and its owner a mail that says so; one that waits for
 * confirmation gets it again and keeps its first password, and when it came with another one the
 * account is marked `passwordContested`, also where no second message may go yet. Two sign-ups at
 * once make one account: the unique index decides, the loser answers like a repeat, and the
 * password is contested. Refused: sign-up or phones switched off, too many tries (before the hash),
 * a second message within a minute (known or not, after the hash), a password that breaks the
 * rules, and, where no confirmation is asked, an address that is taken.
 */
export async function signUp(
  ctx: IdentityContext,
  input: SignUpInput,
  tokenOptions: TokenOptions = {},
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
  const own = ownSubject(originOf(ctx, sending.address), sending.address)
  const { tries, all, existing, ...counts } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'signUp', own),
    // Limits nobody: it tells whether someone else came.
    all: countTryStatement(ctx, 'signUp', sending.address),
    existing: accountByAddressStatement(ctx.directory, address),
    ...(confirms ? countSendStatements(ctx, sending) : {}),
  })
  if (isOver('signUp', tries)) return { ok: false, reason: 'too_many_tries' }
  const [found] = existing
  const account = await accountOf(ctx, address, input, found)
  const refusal = counts.sends && sendRefusal(ctx, sending, { ...counts, sends: counts.sends })
  if (refusal) {
    await batch(ctx.directory, {
      contested: contestStatement(ctx, address, isContested(account)),
    })
    return refusal
  }
  // Asked for known addresses too: time must not tell.
  await beforeUserCreated(ctx, account)
  if (!confirms)
    return signUpAtOnce(ctx, address, input, account, found !== undefined, tokenOptions)

  await batch(ctx.directory, {
    // The same statements for everyone, whatever they write: time must not tell.
    repeated: authAuditStatement(
      ctx,
      { actorId: found?.id ?? account.id, action: 'user_repeated_signup' },
      found ? sql`1` : sql`0`,
    ),
    ...accountStatements(ctx, address, input, account),
    contested: contestStatement(
      ctx,
      address,
      found ? isContested(account) : othersCame(address, all[0]?.count ?? 1),
    ),
    ...confirmationStatements(ctx, address, input),
    owner: tellAddressOwnerStatement(ctx, address, input),
  })
  if (!found) await afterUserCreated(ctx, account)
  // Always the account as it would be new: an id that stays the same from call to call would tell
  // of an old one.
  return {
    ok: true,
    kind: 'confirm',
    account: { ...account, confirmationSentAt: instantFromMs(ctx.nowMs) },
    passwordProof: passwordProofOf(
      ctx,
      // As long as every other, and of no password at all.
      account.passwordContested ? crypto.randomUUID() : (account.passwordHash ?? ''),
    ),
  }
}

const addressOf = (input: Address): Address =>
  'email' in input ? { email: input.email } : { phone: input.phone }

/** Whether an address must be confirmed before the first sign-in. */
const asksConfirmation = (
  { configuration }: Pick<IdentityContext, 'configuration'>,
  address: Address,
) => ('email' in address ? configuration.emailConfirmation : configuration.phoneConfirmation)

/**
 * The account as it would be new. Its password is hashed also when the address is taken, since time
 * must not tell; where the address waits for confirmation the password is compared instead, which
 * costs the same.
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

/**
 * A new account of an address, with the metadata that the wire copies from its identity. Nothing is
 * written.
 */
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
    signedUpAt: instantFromMs(ctx.nowMs),
    appMetadata: { provider, providers: [provider] },
    userMetadata: { ...metadata, ...data },
  })
}

/**
 * The account, its identity and its user row; only the first of several sign-ups with one address
 * writes any.
 */
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

const isContested = ({ passwordContested }: Account): SQL => (passwordContested ? sql`1` : sql`0`)

/** Someone else signed up with the address between our count, the `counted`th, and now. */
const othersCame = (address: Address, counted: number): SQL => sql`EXISTS (
  SELECT 1 FROM limit_counters
  WHERE key = ${keyOf('signUp', confirmationSending(address).address)} AND count > ${counted})`

/**
 * Where no confirmation is asked the account is there and signed in at once, and a taken address
 * must be told.
 */
async function signUpAtOnce(
  ctx: IdentityContext,
  address: Address,
  input: SignUpInput,
  account: Account,
  taken: boolean,
  tokenOptions: TokenOptions,
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
  return {
    ok: true,
    kind: 'signed_in',
    value: await issueSession(ctx, accounts[0], session, tokenOptions),
  }
}
