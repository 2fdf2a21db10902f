/** Who comes less than they used to, each by their own habit. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

/** A habit is read of so many days. */
export const habitDays = 84

/** Anyone who came on fewer days has no habit yet; in their first sixty days they are distinguished. */
const fewest = 3

/** Nobody is overdue before a week without a visit, however often they come. */
const leastDays = 7

/** In their first days people are at risk after so many without a visit. */
export const newDays = 60
const newQuiet = 14

/**
 * A SELECT of the rows of `habits` as of a day: members who hold something that goes on, are not
 * frozen, have nothing booked ahead and came within the last twelve weeks. `usual` is the days between
 * their first and last visit by the visits between; at risk is who stays away twice as long. Days on
 * which the studio, or the location they came to last, was closed are nobody's absence.
 */
export const habitsSql = ({ studio }: StudioContext, today: LocalDate): SQL => sql`
  WITH days AS (
    SELECT DISTINCT b.person_id, substr(o.local_start, 1, 10) AS day, room.location_id AS place
    FROM occurrences AS o JOIN rooms AS room ON room.id = o.room_id
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
    WHERE o.studio_id = ${studio.id} AND o.local_start >= ${addDays(today, -habitDays)}
      AND o.local_start < ${today} AND b.state IN ('checked_in','attended')),
  came AS (
    SELECT person_id, count(DISTINCT day) AS visits, min(day) AS first_on, max(day) AS last_on,
      substr(max(day || coalesce(place, '')), 11) AS place
    FROM days GROUP BY person_id),
  each AS (
    SELECT person_id, visits, first_on, last_on,
      max(0, CAST(julianday(${today}) - julianday(last_on) AS INTEGER) - (
        SELECT coalesce(sum(max(0, CAST(
          julianday(min(closure.until_date, ${addDays(today, -1)}))
          - julianday(max(closure.from_date, date(last_on, '+1 day'))) AS INTEGER) + 1)), 0)
        FROM closures AS closure WHERE closure.studio_id = ${studio.id}
          AND closure.until_date > last_on AND closure.from_date < ${today}
          AND closure.state IN ('applying','applied')
          AND (closure.location_id IS NULL OR closure.location_id = place))) AS away,
      CASE WHEN visits >= ${fewest} THEN max(10, CAST(round(
        10.0 * (julianday(last_on) - julianday(first_on)) / (visits - 1)) AS INTEGER))
      ELSE ${(newQuiet * 10) / 2} END AS usual
    FROM came),
  judged AS (
    SELECT each.*, away - max(${leastDays}, (2 * usual + 9) / 10) AS overdue
    FROM each JOIN people AS person ON person.id = each.person_id
    WHERE person.is_staff = 0 AND person.prospect = 0 AND person.archived_at IS NULL
      AND person.banned_at IS NULL AND person.do_not_contact_at IS NULL
      AND (visits >= ${fewest} OR person.joined_on > ${addDays(today, -newDays)})
      AND EXISTS (SELECT 1 FROM memberships AS held WHERE held.studio_id = ${studio.id}
        AND held.person_id = person.id AND held.state IN ('active','trialing','past_due')
        AND held.ends_on IS NULL
        AND (held.frozen_from IS NULL OR held.frozen_from > ${today} OR held.frozen_until < ${today}))
      AND NOT EXISTS (SELECT 1 FROM bookings AS ahead
        JOIN occurrences AS coming ON coming.id = ahead.occurrence_id
        WHERE ahead.studio_id = ${studio.id} AND ahead.person_id = person.id
          AND ahead.state = 'booked' AND coming.local_start >= ${today}))
  SELECT ${studio.id}, person_id, visits, usual, first_on, last_on, overdue,
    CASE WHEN overdue > 0 THEN 'at_risk'
      WHEN away * 20 > 3 * usual AND away > ${leastDays} THEN 'drifting' ELSE 'healthy' END
  FROM judged`
