import { type SQL, sql } from 'drizzle-orm'

/**
 * Someone came before the studio kept its classes here: a file brought visits of theirs, or brought
 * them as joined before the day of the import. Ids are columns. A day of grace lies between, since
 * joining is a day of the studio's zone.
 */
export const cameBeforeImportSql = (studioId: SQL, personId: SQL): SQL => sql`(EXISTS (
    SELECT 1 FROM imported_people AS brought CROSS JOIN people AS known ON known.id = brought.person_id
    WHERE brought.studio_id = ${studioId} AND brought.person_id = ${personId}
      AND brought.outcome = 'added' AND brought.lead_id IS NULL
      AND known.joined_on < date(known.created_at, '-1 day'))
  OR EXISTS (
    SELECT 1 FROM arrivals AS brought_visit
    WHERE brought_visit.studio_id = ${studioId} AND brought_visit.person_id = ${personId}
      AND brought_visit.brought_from IS NOT NULL AND brought_visit.undone_at IS NULL))`

/**
 * A booking, the alias `b`, of the class `o`, is a first visit: the person has a place in it and
 * came to no class before it, here or elsewhere.
 */
export const firstVisitSql: SQL = sql`b.state IN ('booked','checked_in','attended')
  AND NOT EXISTS (
    SELECT 1 FROM bookings AS earlier
    JOIN occurrences AS earlier_class ON earlier_class.id = earlier.occurrence_id
    WHERE earlier.studio_id = b.studio_id AND earlier.person_id = b.person_id
      AND earlier.state IN ('checked_in','attended')
      AND earlier_class.starts_at < o.starts_at)
  AND NOT ${cameBeforeImportSql(sql`b.studio_id`, sql`b.person_id`)}`
