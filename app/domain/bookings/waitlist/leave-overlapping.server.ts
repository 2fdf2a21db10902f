import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { liveSql, overlappingSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Behind a place that somebody was given or took: leaves the waitlists of classes at the same time,
 * with what is offered there (R4). Acts only where `done` holds.
 */
export const leaveOverlappingStatement = (
  { db, studio, now }: StudioContext,
  { personId, of }: { personId: string; of: string },
  done: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = 'system'
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND state = 'waitlisted'
      AND ${liveSql('bookings')}
      AND occurrence_id IN (
        SELECT other.id FROM occurrences AS o
        CROSS JOIN occurrences AS other ON ${overlappingSql('other')}
        WHERE o.studio_id = ${studio.id} AND o.id = ${of})
      AND ${done}`)
