/**
 * Anybody can sign up with anybody's address, so until it is confirmed nobody knows whose the
 * password is (decision 24). This decides whether it survives the confirmation.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type Account, type Address, hasAddress } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { FoundSecret } from './one-time-tokens.server.ts'

/** Who confirms an address. */
export type Confirmer =
  /** A program: it has asked its person for the password itself. */
  | 'program'
  /** A browser on our pages, with what `passwordProofOf` gave it at sign-up, if it did. */
  | { proof: string | null }

/**
 * What a browser keeps to show later that it is the one that set this password. `hash` is the one
 * that is stored: with another password the proof is void.
 */
export function passwordProofOf(
  { configuration }: Pick<IdentityContext, 'configuration'>,
  hash: string,
): string {
  return createHmac('sha256', configuration.secret)
    .update(JSON.stringify(['password-proof', hash]))
    .digest('base64url')
}

/** The password was given at a sign-up, and no address of the account is confirmed yet. */
const awaitsConfirmation = ({
  signedUpAt,
  emailConfirmedAt,
  phoneConfirmedAt,
  passwordHash,
}: Account) =>
  signedUpAt !== null &&
  emailConfirmedAt === null &&
  phoneConfirmedAt === null &&
  passwordHash !== null

const awaitsConfirmationSql = sql`signed_up_at IS NOT NULL AND email_confirmed_at IS NULL
  AND phone_confirmed_at IS NULL
  AND password_hash IS NOT NULL`

/**
 * Whether the password of the account may be someone else's than the confirmer's. A link of
 * recovery is asked for by anyone who does not know it, so that one never keeps it.
 */
export function isInDoubt(
  ctx: Pick<IdentityContext, 'configuration'>,
  { account, kind }: Pick<FoundSecret, 'account' | 'kind'>,
  confirmer: Confirmer,
): boolean {
  if (account.passwordHash !== null && account.passwordContested) return true
  if (!awaitsConfirmation(account)) return false
  if (confirmer === 'program') return kind === 'recovery'
  return !proves(ctx, account, confirmer.proof)
}

function proves(
  ctx: Pick<IdentityContext, 'configuration'>,
  { passwordHash }: Account,
  proof: string | null,
): boolean {
  if (passwordHash === null || proof === null) return false
  const expected = Buffer.from(passwordProofOf(ctx, passwordHash))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Takes a doubtful password away with the press that confirms; goes into the batch before the
 * statement that confirms. What was contested since the account was read is doubtful as well.
 */
export function dropDoubtfulStatement(
  ctx: Pick<IdentityContext, 'configuration' | 'directory'>,
  found: Pick<FoundSecret, 'account' | 'kind'>,
  confirmer: Confirmer,
  onlyIf: SQL,
): Statement<D1Result> {
  const { id, passwordHash } = found.account
  const doubtful = isInDoubt(ctx, found, confirmer)
    ? awaitsConfirmationSql
    : sql`${awaitsConfirmationSql} AND password_hash IS NOT ${passwordHash}`
  return ctx.directory.run(sql`
    UPDATE auth_users SET password_hash = NULL, password_contested = 0
    WHERE id = ${id} AND password_hash IS NOT NULL AND (password_contested = 1 OR (${doubtful}))
      AND ${onlyIf}`)
}

/**
 * Puts the password of an account that waits for its confirmation in doubt: someone came with the
 * address who does not know it.
 */
export function contestStatement(
  { directory }: Pick<IdentityContext, 'directory'>,
  address: Address,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return directory.run(sql`
    UPDATE auth_users SET password_contested = 1
    WHERE ${hasAddress(address)} AND ${awaitsConfirmationSql} AND ${onlyIf}`)
}

/**
 * In the flow of a program the press that confirms and the program are two places: the password
 * waits in the flow for anyone who holds the verifier, and the account has none meanwhile. Two
 * statements for a batch, before the one that confirms.
 */
export function parkPasswordStatements(
  { directory }: Pick<IdentityContext, 'directory'>,
  { account, kind, flowId }: { account: Account; kind: FoundSecret['kind']; flowId: string },
  onlyIf: SQL,
): Record<'parked' | 'taken', Statement<D1Result>> {
  const mine = sql`id = ${account.id} AND ${awaitsConfirmationSql}`
  return {
    parked: directory.run(sql`
      UPDATE auth_flow_states SET password_hash = (
        SELECT password_hash FROM auth_users
        WHERE ${mine} AND password_contested = 0 AND ${kind} <> 'recovery')
      WHERE id = ${flowId} AND ${onlyIf}`),
    taken: directory.run(sql`
      UPDATE auth_users SET password_hash = NULL, password_contested = 0
      WHERE ${mine} AND ${onlyIf}`),
  }
}

/** Gives back what was parked, unless a password has been set meanwhile. */
export function unparkPasswordStatement(
  { directory }: Pick<IdentityContext, 'directory'>,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
): Statement<D1Result> | null {
  if (passwordHash === null) return null
  return directory.run(sql`
    UPDATE auth_users SET password_hash = ${passwordHash}
    WHERE id = ${userId} AND password_hash IS NULL`)
}
