import { type SQL, sql } from 'drizzle-orm'

/**
 * A booking, the alias `b`, of the class `o`, is a first visit: the person has a place in it and
 * came to no class before it.
 */
export const firstVisitSql: SQL = sql`b.state IN ('booked','checked_in','attended')
  AND NOT EXISTS (
    SELECT 1 FROM bookings AS earlier
    JOIN occurrences AS earlier_class ON earlier_class.id = earlier.occurrence_id
    WHERE earlier.studio_id = b.studio_id AND earlier.person_id = b.person_id
      AND earlier.state IN ('checked_in','attended')
      AND earlier_class.starts_at < o.starts_at)`
