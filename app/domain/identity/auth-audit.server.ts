import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'

/** What is written down about accounts (auth-api.md §5, 18). */
export const authActions = [
  'login',
  'logout',
  'invite_accepted',
  'user_signedup',
  'user_invited',
  'user_deleted',
  'user_modified',
  'user_recovery_requested',
  'user_reauthenticate_requested',
  'user_confirmation_requested',
  'user_repeated_signup',
  'user_updated_password',
  'token_revoked',
  'token_refreshed',
  'factor_in_progress',
  'factor_unenrolled',
  'challenge_created',
  'verification_attempted',
  'factor_deleted',
  'factor_updated',
  'identity_linked',
  'identity_unlinked',
  'role_changed',
] as const

export type AuthAction = (typeof authActions)[number]

/**
 * An audit line of an account, for the batch of what it tells. Never tokens, codes or passwords in
 * `traits`.
 */
export function authAuditStatement(
  { directory, nowMs, caller }: { directory: DirectoryDb; nowMs: number; caller: { ip: string } },
  entry: { actorId: string; action: AuthAction; traits?: Record<string, unknown>; id?: string },
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return directory.run(sql`
    INSERT INTO auth_audit_entries (id, actor_id, action, ip, traits, created_at)
    SELECT ${entry.id ?? newId()}, ${entry.actorId}, ${entry.action}, ${caller.ip},
      ${JSON.stringify(entry.traits ?? {})}, ${instantFromMs(nowMs)}
    WHERE ${onlyIf}`)
}

/**
 * A line for each row of `from`, in the batch of what they tell. `idSql` and `traitsSql`, JSON, are
 * expressions over a row. Work behind an answer has no network address to note.
 */
export const authAuditEachStatement = (
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  entry: { actorId: string; action: AuthAction },
  { idSql, traitsSql, from }: Record<'idSql' | 'traitsSql' | 'from', SQL>,
): Statement<D1Result> =>
  directory.run(sql`
    INSERT INTO auth_audit_entries (id, actor_id, action, ip, traits, created_at)
    SELECT ${idSql}, ${entry.actorId}, ${entry.action}, '', ${traitsSql}, ${instantFromMs(nowMs)}
    FROM ${from}`)
