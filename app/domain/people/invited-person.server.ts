import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** How long an invitation may be accepted; until then nobody is invited again in bulk. */
export const invitationDays = 7

/**
 * Keeps that a person was sent an invitation now, or, with null, that it was withdrawn: lists tell
 * by it whom to invite. The invitation itself is a row of the directory.
 */
export const markInvitedStatement = (
  { db, studio }: StudioContext,
  personId: string,
  at: string | null,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE people SET invited_at = ${at} WHERE studio_id = ${studio.id} AND id = ${personId}`)
