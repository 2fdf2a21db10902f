import { createHmac, randomInt } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { type Account, accountByIdStatement } from '../accounts/account-queries.server.ts'
import { ownSubject } from '../guesses.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import { countTryStatement, evenOutStatement, isOver } from '../limits.server.ts'
import type { OneTimeKind } from './one-time-types.ts'
import { hashSecretToken, newSecretToken } from './secret-tokens.server.ts'

/** A link's token and the code that is written beside it; either of them works, once. */
export type OneTimeSecret = { token: string; code: string }

/** Digits of a code: what people type from a mail or an SMS. */
const codeDigits = 6

/** A code may be tried this often before it is void: six digits need it. */
const codeTries = 5

/**
 * Fresh secrets. In a PKCE flow the token starts with `pkce_`, as the wire has it. `phone` gets its
 * fixed code where the configuration names one for tests.
 */
export function newOneTimeSecret(
  { configuration }: Pick<IdentityContext, 'configuration'>,
  { pkce = false, phone = '' }: { pkce?: boolean; phone?: string } = {},
): OneTimeSecret {
  const random = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  return {
    token: (pkce ? 'pkce_' : '') + newSecretToken(),
    code: configuration.testCodes[phone] ?? random,
  }
}

/**
 * What is kept of a code: bound to its purpose and address, and useless without the server's
 * secret, since six digits are soon tried.
 */
export function hashCode(
  { configuration }: Pick<IdentityContext, 'configuration'>,
  { kind, address, code }: { kind: string; address: string; code: string },
): string {
  return createHmac('sha256', configuration.secret)
    .update(JSON.stringify([kind, address, code]))
    .digest('base64url')
}

/**
 * Whose a secret is: the account that has the address, or a known account that is sent it
 * elsewhere.
 */
export type OneTimeHolder =
  | { email: string }
  | { phone: string }
  | { userId: string; sentTo: string }

/** Where the secret goes, and which account that is. */
function accountOf(holder: OneTimeHolder): { address: string; who: SQL } {
  if ('email' in holder) {
    const who = sql`email = ${holder.email} AND aud = 'authenticated' AND is_sso_user = 0`
    return { address: holder.email, who }
  }
  if ('phone' in holder)
    return { address: holder.phone, who: sql`phone = ${holder.phone} AND aud = 'authenticated'` }
  return { address: holder.sentTo, who: sql`id = ${holder.userId}` }
}

/**
 * Keeps the hashes of a link and its code. The codes that were sent for it before are void, their
 * links are not. Nothing is kept where there is no such account. `lifeMs` is the mailed link's
 * unless said. `onlyIf` as in the outbox. Two statements of one batch.
 */
export function keepSecretStatements(
  ctx: IdentityContext,
  {
    kind,
    holder,
    secret: { token, code },
    lifeMs = ctx.configuration.linkMs,
    flowStateId = null,
  }: {
    kind: OneTimeKind
    holder: OneTimeHolder
    secret: OneTimeSecret
    lifeMs?: number
    flowStateId?: string | null
  },
  onlyIf: SQL = sql`1`,
): Record<'olderCodes' | 'secret', Statement<D1Result>> {
  const { address, who } = accountOf(holder)
  const account = sql`SELECT id FROM auth_users WHERE ${who} AND deleted_at IS NULL AND ${onlyIf}`
  return {
    olderCodes: ctx.directory.run(sql`
      UPDATE auth_one_time_tokens SET code_hash = NULL
      WHERE kind = ${kind} AND user_id IN (${account})`),
    secret: ctx.directory.run(sql`
      INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, code_hash, relates_to,
        flow_state_id, created_at_ms, expires_at_ms)
      SELECT id, ${kind}, ${hashSecretToken(token)}, ${hashCode(ctx, { kind, address, code })},
        ${address}, ${flowStateId}, ${ctx.nowMs}, ${ctx.nowMs + lifeMs}
      FROM auth_users WHERE ${who} AND deleted_at IS NULL AND ${onlyIf}`),
  }
}

/** The address that a secret of `token.kind` must still stand for in `account`. */
const addressOfKind = sql`CASE token.kind WHEN 'email_change_new' THEN account.new_email
  WHEN 'phone' THEN account.phone
  WHEN 'phone_change' THEN account.new_phone
  WHEN 'reauthentication' THEN coalesce(account.email, account.phone) ELSE account.email END`

const anyOf = (kinds: OneTimeKind[]) =>
  sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )

/** A secret that was presented and is right: whose it is, what for, and what asked for it. */
export type FoundSecret = {
  account: Account
  kind: OneTimeKind
  tokenHash: string
  flowStateId: string | null
}

/**
 * The secret behind a link, while it works; null when it is used, replaced, too old or made up.
 * Looking burns nothing.
 */
export async function findSecretOfLink(
  ctx: Pick<IdentityContext, 'directory' | 'nowMs'>,
  token: string,
  ...kinds: OneTimeKind[]
): Promise<FoundSecret | null> {
  const { found } = await batch(ctx.directory, {
    found: secretStatement(
      ctx.directory,
      sql`token.token_hash = ${hashSecretToken(token)} AND token.kind IN (${anyOf(kinds)})
        AND token.expires_at_ms > ${ctx.nowMs}
        AND token.relates_to = ${addressOfKind}`,
    ),
  })
  return withAccount(ctx.directory, found[0])
}

/**
 * The secret behind a code that was sent to `address`. Each try is counted first, in the same
 * batch, and after five wrong ones the code is void; the right one is null too where it is too old,
 * used, or replaced. Tries of a device that is known at the address are counted for itself, so that
 * strangers who guess do not take its code away.
 */
export async function findSecretOfCode(
  ctx: IdentityContext,
  { address, code }: { address: string; code: string },
  ...kinds: OneTimeKind[]
): Promise<FoundSecret | null> {
  const right = sql.join(
    kinds.map(
      (kind) => sql`(token.kind = ${kind}
        AND token.code_hash = ${hashCode(ctx, { kind, address, code })})`,
    ),
    sql` OR `,
  )
  const mine = sql`relates_to = ${address} AND kind IN (${anyOf(kinds)}) AND code_hash IS NOT NULL`
  const origin = originOf(ctx, address)
  const { tries, found } = await batch(ctx.directory, {
    tries: origin.known ? countTryStatement(ctx, 'code', ownSubject(origin, address)) : null,
    tried: origin.known
      ? null
      : ctx.directory.run(
          sql`UPDATE auth_one_time_tokens SET attempts = attempts + 1 WHERE ${mine}`,
        ),
    even: origin.known ? null : evenOutStatement(ctx),
    found: secretStatement(
      ctx.directory,
      sql`token.relates_to = ${address} AND (${right})
        AND (${origin.known ? 1 : 0} OR token.attempts <= ${codeTries})
        AND token.expires_at_ms > ${ctx.nowMs}
        AND token.relates_to = ${addressOfKind}`,
    ),
  })
  if (tries && isOver('code', tries)) return null
  return withAccount(ctx.directory, found[0])
}

type SecretRow = {
  userId: string
  kind: OneTimeKind
  tokenHash: string
  flowStateId: string | null
}

function secretStatement(directory: DirectoryDb, where: SQL): Statement<SecretRow[]> {
  return directory.all<SecretRow>(sql`
    SELECT token.user_id AS userId, token.kind, token.token_hash AS tokenHash,
      token.flow_state_id AS flowStateId
    FROM auth_one_time_tokens AS token JOIN auth_users AS account ON account.id = token.user_id
    WHERE ${where} AND account.deleted_at IS NULL LIMIT 1`)
}

async function withAccount(
  directory: DirectoryDb,
  row: SecretRow | undefined,
): Promise<FoundSecret | null> {
  if (!row) return null
  const { accounts } = await batch(directory, {
    accounts: accountByIdStatement(directory, row.userId),
  })
  const { kind, tokenHash, flowStateId } = row
  return accounts[0] ? { account: accounts[0], kind, tokenHash, flowStateId } : null
}

/** The very secret that was found still stands: the guard of every statement that uses it. */
export function secretStands({ account, kind, tokenHash }: FoundSecret): SQL {
  return sql`EXISTS (SELECT 1 FROM auth_one_time_tokens
    WHERE user_id = ${account.id} AND kind = ${kind} AND token_hash = ${tokenHash})`
}

/** Takes every link of an account: the last statement of the batch that used one of them. */
export function spendLinksStatement(
  directory: DirectoryDb,
  userId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return directory.run(
    sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND ${onlyIf}`,
  )
}

/**
 * The account whose link still works; null when it is used, replaced, too old or made up. Looking
 * burns nothing.
 */
export async function findAccountOfLink(
  ctx: Pick<IdentityContext, 'directory' | 'nowMs'>,
  token: string,
  kind: OneTimeKind,
): Promise<Account | null> {
  return (await findSecretOfLink(ctx, token, kind))?.account ?? null
}
