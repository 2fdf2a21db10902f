import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { endUnconfirmedStatements } from '../accounts/end-unconfirmed-accounts.server.ts'
import type { IdentityContext } from '../identity-context.ts'

/**
 * Rows of one table and one run; the next run takes more, so that nobody waits behind a great
 * deletion.
 */
const atOnce = 2_000

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * So long a replaced refresh token is known as stolen when it comes back; later it is merely
 * unknown.
 */
const replacedTokenMs = 30 * dayMs

/**
 * Forgets what has served: counters of limits that are over, links and codes and flows that nobody
 * can use any more, old challenges, second factors that were never finished, replaced refresh
 * tokens after 30 days, sessions past the end that the installation sets, and accounts that nobody
 * confirmed. May run any number of
 * times. Answers how many rows went.
 */
export async function forgetOldAuthRows({
  directory,
  nowMs,
  configuration,
}: Pick<IdentityContext, 'directory' | 'nowMs' | 'configuration'>): Promise<number> {
  const { sessionTimeboxMs: timebox, sessionInactivityMs: inactivity, linkMs } = configuration
  const hourAgo = nowMs - hourMs
  const remove = (table: string, where: SQL) =>
    directory.run(sql`
      DELETE FROM ${sql.raw(table)}
      WHERE rowid IN (SELECT rowid FROM ${sql.raw(table)} WHERE ${where} LIMIT ${atOnce})`)
  const over = sql.join(
    [
      timebox === 0 ? sql`0` : sql`created_at <= ${instantFromMs(nowMs - timebox - dayMs)}`,
      inactivity === 0 ? sql`0` : sql`refreshed_at <= ${instantFromMs(nowMs - inactivity - dayMs)}`,
    ],
    sql` OR `,
  )
  const removed = await batch(directory, {
    ...endUnconfirmedStatements({ directory, nowMs }, { atOnce }),
    // No window is longer than an hour.
    counters: remove('limit_counters', sql`window_start_ms <= ${nowMs - dayMs}`),
    secrets: remove('auth_one_time_tokens', sql`expires_at_ms <= ${hourAgo}`),
    // The flow of a mailed link waits as long as the link.
    flows: remove(
      'auth_flow_states',
      sql`created_at_ms <= ${hourAgo - linkMs} AND coalesce(auth_code_at_ms, 0) <= ${hourAgo}`,
    ),
    challenges: remove('auth_challenges', sql`created_at_ms <= ${hourAgo}`),
    factors: remove(
      'auth_factors',
      sql`status = 'unverified' AND created_at <= ${instantFromMs(hourAgo)}`,
    ),
    sessions: remove('auth_sessions', over),
    // The parent of the active token may be presented at any time.
    replaced: remove(
      'auth_refresh_tokens',
      sql`revoked_at_ms <= ${nowMs - replacedTokenMs} AND NOT EXISTS (
        SELECT 1 FROM auth_refresh_tokens AS token
        WHERE token.session_id = auth_refresh_tokens.session_id
          AND token.revoked_at_ms IS NULL AND token.parent_hash = auth_refresh_tokens.hash)`,
    ),
    orphans: remove(
      'auth_refresh_tokens',
      sql`NOT EXISTS (SELECT 1 FROM auth_sessions AS session
        WHERE session.id = auth_refresh_tokens.session_id)`,
    ),
  })
  return Object.values(removed).reduce((sum: number, result) => sum + changed(result), 0)
}
