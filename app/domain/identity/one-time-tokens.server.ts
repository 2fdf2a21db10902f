import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authUsers } from '#app/db/directory.ts'
import type { Account } from './account-queries.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashSecretToken } from './secret-tokens.server.ts'

/** What a mailed link is good for. */
export type LinkKind = 'confirmation' | 'recovery'

/**
 * Keeps the hash of a mailed link for the account of an address; a newer link replaces the older one of its kind.
 * Nothing is kept where there is no such account. `onlyIf` as in the outbox.
 */
export function keepLinkStatement(
  { directory, nowMs, configuration }: IdentityContext,
  { token, kind, email }: { token: string; kind: LinkKind; email: string },
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return directory.run(sql`
    INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, relates_to, created_at_ms, expires_at_ms)
    SELECT id, ${kind}, ${hashSecretToken(token)}, ${email}, ${nowMs}, ${nowMs + configuration.linkMs}
    FROM auth_users WHERE email = ${email} AND aud = 'authenticated' AND deleted_at IS NULL AND ${onlyIf}
    ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms, attempts = 0`)
}

/** The link is there, not too old, and the account still has the address it was sent to. */
export function linkWorks({ nowMs }: { nowMs: number }, token: string, kind: LinkKind): SQL {
  return sql`EXISTS (
    SELECT 1 FROM auth_one_time_tokens t JOIN auth_users a ON a.id = t.user_id
    WHERE t.token_hash = ${hashSecretToken(token)} AND t.kind = ${kind} AND t.expires_at_ms > ${nowMs}
      AND a.email = t.relates_to AND a.deleted_at IS NULL)`
}

/** Takes every link of an account: the last statement of the batch that used one of them. */
export function spendLinksStatement(directory: DirectoryDb, userId: string, onlyIf: SQL): Statement<D1Result> {
  return directory.run(sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${userId} AND ${onlyIf}`)
}

/** The account whose link still works; null when it is used, replaced, too old or made up. Looking burns nothing. */
export async function findAccountOfLink(
  ctx: Pick<IdentityContext, 'directory' | 'nowMs'>,
  token: string,
  kind: LinkKind,
): Promise<Account | null> {
  const { accounts } = await batch(ctx.directory, {
    accounts: ctx.directory
      .select()
      .from(authUsers)
      .where(
        sql`${authUsers.id} = (SELECT user_id FROM auth_one_time_tokens WHERE token_hash = ${hashSecretToken(token)}) AND ${linkWorks(ctx, token, kind)}`,
      ),
  })
  return accounts[0] ?? null
}
