import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** What someone has lost by earlier late cancels of one class, and did not get back. */
export type LostBefore = { credits: number; feeMinor: number }

/**
 * What the person's late cancels of this class still cost: fees that were not waived, and credits
 * that stayed used. Booking again does not undo them, so the page says so before the press. One row.
 */
export function lostBeforeStatement(
  { db, studio }: StudioContext,
  personId: string,
  occurrenceId: string,
): Statement<LostBefore[]> {
  return db.all<LostBefore>(sql`
    SELECT count(*) FILTER (WHERE (
        SELECT sum(amount) < 0 FROM entries
        WHERE studio_id = b.studio_id AND booking_id = b.id)) AS credits,
      coalesce(sum((SELECT sum(amount_minor) FROM fees
        WHERE studio_id = b.studio_id AND booking_id = b.id
          AND state NOT IN ('waived','void'))), 0) AS feeMinor
    FROM bookings AS b
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
      AND b.person_id = ${personId} AND b.state = 'late_cancelled'`)
}
