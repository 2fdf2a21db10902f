import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** A booking, by its alias, of which a person may have one in each class. */
export const liveBookingSql = (alias: string): SQL =>
  sql.raw(`${alias}.state IN ('booked','waitlisted','checked_in','attended','no_show')`)

/**
 * Two records of one human have a place each in a class that is over: the one that says they came
 * stays, the other is kept as one that moved. For the batch that merges them, before the bookings
 * go over.
 */
export function settleTwinBookingsStatements(
  { db, studio, now }: StudioContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  const yields = (personId: string, twinId: string, when: SQL) =>
    db.run(sql`
      UPDATE bookings SET state = 'moved', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND ${liveBookingSql('bookings')}
        AND EXISTS (SELECT 1 FROM bookings AS twin
          WHERE twin.studio_id = bookings.studio_id AND twin.person_id = ${twinId}
            AND twin.occurrence_id = bookings.occurrence_id AND ${liveBookingSql('twin')}
            AND ${when})
        AND ${onlyIf}`)
  const came = (alias: string) => sql.raw(`${alias}.state IN ('checked_in','attended')`)
  return {
    keptYields: yields(keptId, goneId, sql`${came('twin')} AND NOT ${came('bookings')}`),
    goneYields: yields(goneId, keptId, sql`1`),
  }
}
