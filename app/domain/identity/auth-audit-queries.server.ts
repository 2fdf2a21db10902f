import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authAuditEntries } from '#app/db/directory-auth.ts'
import type { AuthAction } from './auth-audit.server.ts'

/** A line of what was done with accounts. */
export type AuthAuditEntry = typeof authAuditEntries.$inferSelect & {
  /** As the account is called now; empty for a key, and for an account that is gone. */
  actorName: string
}

/** What was done by an account (or a key) or of one kind, newest first; `limit` at most 200. */
export async function listAuthAudit(
  directory: DirectoryDb,
  {
    actorId,
    action,
    limit,
    offset = 0,
  }: { actorId?: string; action?: AuthAction; limit: number; offset?: number },
): Promise<AuthAuditEntry[]> {
  return (
    directory
      .select({
        ...getTableColumns(authAuditEntries),
        actorName: sql<string>`coalesce((SELECT name FROM users
          WHERE users.auth_id = ${authAuditEntries.actorId}), '')`,
      })
      .from(authAuditEntries)
      .where(
        and(
          actorId === undefined ? undefined : eq(authAuditEntries.actorId, actorId),
          action === undefined ? undefined : eq(authAuditEntries.action, action),
        ),
      )
      // In the order they were written: ids tell only the second.
      .orderBy(sql`rowid DESC`)
      .limit(Math.min(limit, 200))
      .offset(offset)
  )
}
