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
    SELECT count(CASE WHEN EXISTS (SELECT 1 FROM entries AS entry
        WHERE entry.studio_id = b.studio_id AND entry.booking_id = b.id
          AND entry.kind = 'forfeit') AND NOT EXISTS (SELECT 1 FROM entries AS entry
        WHERE entry.studio_id = b.studio_id AND entry.booking_id = b.id
          AND entry.kind = 'return') THEN 1 END) AS credits,
      coalesce(sum((SELECT sum(fee.amount_minor) FROM fees AS fee
        WHERE fee.studio_id = b.studio_id AND fee.booking_id = b.id
          AND fee.state NOT IN ('waived','void'))), 0) AS feeMinor
    FROM bookings AS b
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
      AND b.person_id = ${personId} AND b.state = 'late_cancelled'`)
}
