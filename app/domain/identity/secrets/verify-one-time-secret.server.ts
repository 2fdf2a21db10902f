import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { type Account, type Address, isBanned } from '../accounts/account-queries.server.ts'
import { verifiedAccount, verifiedAddressStatements } from '../accounts/verified-address.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import { issueCodeStatement } from '../sessions/flow-states.server.ts'
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
import { kindsOfType, type OneTimeType } from './one-time-types.ts'
import {
  type Confirmer,
  dropDoubtfulStatement,
  isInDoubt,
  parkPasswordStatements,
} from './password-in-doubt.server.ts'

/**
 * What is presented: the token of a link, or a code together with the address it was sent to (in
 * stored form).
 */
export type OneTimeProof = { token: string } | (Address & { code: string })

export type VerifyRefusal = {
  ok: false
  reason: 'link_expired' | 'user_banned' | 'too_many_tries' | 'address_taken'
}

export type VerifyResult =
  | {
      ok: true
      kind: 'signed_in'
      value: IssuedSession
      outcome: SignInOutcome
      name: string
      /** The account had a password that may have been someone else's; it has none now. */
      passwordDropped: boolean
    }
  /** A PKCE flow: the code for anyone who holds the verifier. */
  | { ok: true; kind: 'code'; code: string }
  /** Of a secure e-mail change: the other address is still to say yes. */
  | { ok: true; kind: 'first_half'; account: Account }
  | VerifyRefusal

/**
 * Takes a mailed link or a code: confirms the address it was sent to, or makes the change it stands
 * for, and signs the account in; all other links and codes of the account are void with it.
 * `answer: 'code'` is for the link of a PKCE flow, which signs in later (`exchangeCode`). Each
 * works once: of two presses at once one signs in. Refused alike: used, replaced, too old, made up,
 * or for an address the account no longer has. A password that may be someone else's than the
 * `confirmer`'s goes with the same press (decision 24). `tokenOptions` say what the token leaves out.
 */
export async function verifyOneTimeSecret(
  ctx: IdentityContext,
  {
    type,
    proof,
    answer = 'session',
    confirmer = 'program',
  }: {
    type: OneTimeType
    proof: OneTimeProof
    answer?: 'session' | 'code'
    confirmer?: Confirmer
  },
  tokenOptions: TokenOptions = {},
): Promise<VerifyResult> {
  if (!(await ctx.addressMay('verify'))) return { ok: false, reason: 'too_many_tries' }
  const kinds = [...kindsOfType[type]]
  const found =
    'token' in proof
      ? await findSecretOfLink(ctx, proof.token, ...kinds)
      : await findSecretOfCode(
          ctx,
          { address: 'email' in proof ? proof.email : proof.phone, code: proof.code },
          ...kinds,
        )
  if (!found) return { ok: false, reason: 'link_expired' }
  if (isBanned(found.account, ctx.nowMs)) return { ok: false, reason: 'user_banned' }
  if (isFirstHalf(ctx, found)) return confirmFirstHalf(ctx, found, { tokenOptions, confirmer })

  const address = addressOf(found)
  if (!address) return { ok: false, reason: 'link_expired' }
  return answer === 'code'
    ? giveCode(ctx, found, address, confirmer)
    : signIn(ctx, found, address, { tokenOptions, confirmer })
}

/** The address that the secret shows to be the account's own. */
function addressOf({ kind, account }: FoundSecret): Address | null {
  switch (kind) {
    case 'confirmation':
    case 'recovery':
      return account.email === null ? null : { email: account.email }
    case 'email_change_new':
    case 'email_change_current':
      return account.newEmail === null ? null : { email: account.newEmail }
    case 'phone':
      return account.phone === null ? null : { phone: account.phone }
    case 'phone_change':
      return account.newPhone === null ? null : { phone: account.newPhone }
    case 'reauthentication':
      return null
  }
}

/** The account has the address now: false where another one took it meanwhile. */
const hasIt = (account: Account, address: Address): SQL =>
  sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id} AND ${
    'email' in address ? sql`email = ${address.email}` : sql`phone = ${address.phone}`
  })`

async function signIn(
  ctx: IdentityContext,
  found: FoundSecret,
  address: Address,
  { tokenOptions, confirmer }: { tokenOptions: TokenOptions; confirmer: Confirmer },
): Promise<VerifyResult> {
  const { account } = found
  const stands = secretStands(found)
  const session = newSession('otp', ctx.nowMs)
  const provider = 'email' in address ? 'email' : 'phone'
  const { users, ...written } = await batch(ctx.directory, {
    dropped: dropDoubtfulStatement(ctx, found, confirmer, stands),
    ...verifiedAddressStatements(ctx, account, address, stands),
    ...startSessionStatements(
      ctx,
      account.id,
      session,
      sql`${stands} AND ${hasIt(account, address)}`,
    ),
    accepted: isInvitation(found)
      ? authAuditStatement(ctx, { actorId: account.id, action: 'invite_accepted' }, stands)
      : null,
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'login', traits: { provider } },
      stands,
    ),
    users: userStatement(ctx.directory, { id: account.id }),
    used: spendLinksStatement(ctx.directory, account.id, stands),
  })
  if (changed(written.session) === 0) return refusalOf(written.used)
  const verified = verifiedAccount(account, address, instantFromMs(ctx.nowMs))
  const passwordDropped = changed(written.dropped) > 0
  return {
    ok: true,
    kind: 'signed_in',
    value: await issueSession(
      ctx,
      passwordDropped ? { ...verified, passwordHash: null, passwordContested: false } : verified,
      session,
      tokenOptions,
    ),
    outcome: outcomeOf(users),
    name: users[0]?.name ?? '',
    passwordDropped,
  }
}

const isInvitation = ({ kind, account }: FoundSecret) =>
  kind === 'confirmation' && account.invitedAt !== null && account.emailConfirmedAt === null

/** The secret stood, so only the address can have been in the way. */
const refusalOf = (used: D1Result): VerifyRefusal => ({
  ok: false,
  reason: changed(used) > 0 ? 'address_taken' : 'link_expired',
})

/** A link that no PKCE flow asked for brings no code. */
async function giveCode(
  ctx: IdentityContext,
  found: FoundSecret,
  address: Address,
  confirmer: Confirmer,
): Promise<VerifyResult> {
  const { account, kind, flowStateId } = found
  if (!flowStateId) return { ok: false, reason: 'link_expired' }
  const stands = secretStands(found)
  const code = crypto.randomUUID()
  // Who set the password in this very browser need not show the verifier for it.
  const parks = confirmer === 'program' || isInDoubt(ctx, found, confirmer)
  const { issued, used } = await batch(ctx.directory, {
    ...(parks ? parkPasswordStatements(ctx, { account, kind, flowId: flowStateId }, stands) : {}),
    dropped: parks ? null : dropDoubtfulStatement(ctx, found, confirmer, stands),
    ...verifiedAddressStatements(ctx, account, address, stands),
    issued: issueCodeStatement(
      ctx,
      { flowId: flowStateId, userId: account.id, code },
      sql`${stands} AND ${hasIt(account, address)}`,
    ),
    used: spendLinksStatement(ctx.directory, account.id, stands),
  })
  return changed(issued) > 0 ? { ok: true, kind: 'code', code } : refusalOf(used)
}

function halfOf({ kind }: FoundSecret) {
  if (kind === 'email_change_new') return 'new'
  return kind === 'email_change_current' ? 'current' : null
}

/** A secure change asks both addresses; an account that had none is asked at the new one only. */
function isFirstHalf({ configuration }: IdentityContext, found: FoundSecret): boolean {
  const half = halfOf(found)
  const { email, emailChangeHalf } = found.account
  if (half === null || email === null || !configuration.secureEmailChange) return false
  return emailChangeHalf === null || emailChangeHalf === half
}

/**
 * Notes which half has said yes; when the other one did so at the very same time, this one is the
 * second.
 */
async function confirmFirstHalf(
  ctx: IdentityContext,
  found: FoundSecret,
  options: { tokenOptions: TokenOptions; confirmer: Confirmer },
): Promise<VerifyResult> {
  const { account, kind } = found
  const stands = secretStands(found)
  const { noted, others } = await batch(ctx.directory, {
    noted: ctx.directory.run(sql`
      UPDATE auth_users SET email_change_half = ${halfOf(found)}
      WHERE id = ${account.id}
        AND (email_change_half IS NULL OR email_change_half = ${halfOf(found)}) AND ${stands}`),
    spent: ctx.directory.run(sql`
      DELETE FROM auth_one_time_tokens
      WHERE user_id = ${account.id} AND kind = ${kind} AND ${stands}
        AND EXISTS (SELECT 1 FROM auth_users
          WHERE id = ${account.id} AND email_change_half = ${halfOf(found)})`),
    others: ctx.directory.all<{ half: string | null }>(
      sql`SELECT email_change_half AS half FROM auth_users WHERE id = ${account.id} AND ${stands}`,
    ),
  })
  if (changed(noted) > 0) return { ok: true, kind: 'first_half', account }
  const address = addressOf(found)
  if (!address || !others[0]?.half) return { ok: false, reason: 'link_expired' }
  return signIn(ctx, found, address, options)
}
