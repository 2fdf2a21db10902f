import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { instantFromMs } from '#app/values/instant.ts'

/** One row while a session is alive and its account neither gone nor banned; for somebody else's batch. */
export function liveSessionStatement(
  directory: DirectoryDb,
  { userId, sessionId, nowMs }: { userId: string; sessionId: string | null; nowMs: number },
): Statement<unknown[]> {
  return directory.all(sql`
    SELECT 1 FROM auth_users u JOIN auth_sessions s ON s.user_id = u.id
    WHERE u.id = ${userId} AND s.id = ${sessionId} AND u.deleted_at IS NULL
      AND (u.banned_until IS NULL OR u.banned_until <= ${instantFromMs(nowMs)})`)
}
