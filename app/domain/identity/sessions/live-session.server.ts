import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { instantFromMs } from '#app/values/instant.ts'

/**
 * What a token says: `elevated` that it was made after the second step, so that one from before never
 * rises with its session.
 */
export type PresentedSession = { id: string; userId: string; elevated: boolean }

/**
 * Whether the holder of a token still owes the second step, as a condition on `auth_sessions session`: the
 * lower level of token and session row counts, and only where the account has a factor that works.
 * The one place that decides it, for pages and for programs.
 */
export const owesSecondStepSql = ({ elevated }: { elevated: boolean }): SQL =>
  sql`(NOT (session.aal = 'aal2' AND ${elevated ? 1 : 0}) AND EXISTS (
    SELECT 1 FROM auth_factors AS factor
    WHERE factor.user_id = session.user_id AND factor.status = 'verified'))`

/** Where the holder of a token stands: signed out, banned or deleted is `gone`. */
export type Standing = 'gone' | 'second_step' | 'known'

/**
 * One row while a session is alive and its account neither gone nor banned; for someone else's
 * batch. `standingOf` reads it.
 */
export function liveSessionStatement(
  directory: DirectoryDb,
  session: PresentedSession,
  { nowMs }: { nowMs: number },
): Statement<{ owes: number }[]> {
  return directory.all<{ owes: number }>(sql`
    SELECT ${owesSecondStepSql(session)} AS owes FROM auth_users AS account
    JOIN auth_sessions AS session ON session.user_id = account.id
    WHERE account.id = ${session.userId} AND session.id = ${session.id}
      AND account.deleted_at IS NULL
      AND (account.banned_until IS NULL OR account.banned_until <= ${instantFromMs(nowMs)})`)
}

export function standingOf(rows: { owes: number }[]): Standing {
  const [row] = rows
  if (!row) return 'gone'
  return row.owes === 1 ? 'second_step' : 'known'
}
