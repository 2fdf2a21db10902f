/** Which tickets count against places. A held one counts until its order's time is over, whether or not a job has ended it. */
import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/values/instant.ts'

/** Ticket `k` has a place at `now`. */
export const takesPlaceSql = (
  now: Instant,
): SQL => sql`(k.state IN ('valid','checked_in') OR (k.state = 'held'
  AND EXISTS (SELECT 1 FROM ticket_orders AS ko WHERE ko.id = k.order_id AND ko.state = 'held' AND ko.held_until > ${now})))`

/** Tickets taken of event `eventId`, an SQL expression such as `o.id`. */
export const ticketsTakenSql = (eventId: SQL, studioId: SQL, now: Instant): SQL => sql`(
  SELECT count(*) FROM tickets AS k WHERE k.studio_id = ${studioId} AND k.event_id = ${eventId}
    AND k.state IN ('valid','checked_in','held') AND ${takesPlaceSql(now)})`

/** Tickets sold of occurrence `o`; 0 for what is no event. */
export const soldCountSql: SQL =
  sql.raw(`CASE WHEN o.kind = 'event' THEN (SELECT count(*) FROM tickets AS k
  WHERE k.studio_id = o.studio_id AND k.event_id = o.id AND k.state IN ('valid','checked_in')) ELSE 0 END`)

/** What was paid for ticket `k` of order `x`, in minor units: not what is to be paid at the door or stands open in an account. */
export const ticketPaidSql: SQL =
  sql.raw(`CASE WHEN x.state = 'held' OR (x.pays = 'door' AND x.paid_at IS NULL) OR EXISTS (
    SELECT 1 FROM open_items AS i WHERE i.studio_id = k.studio_id AND i.subject_id = k.id AND i.state = 'open'
      AND i.amount_minor > 0) THEN 0 ELSE k.price_minor END`)

/** The cheapest ticket of event `o` on sale to anybody at `now`, in minor units; null where none is. */
export const cheapestTicketSql = (now: Instant): SQL => sql`(
  SELECT min(y.price_minor) FROM ticket_types AS y WHERE y.studio_id = o.studio_id AND y.event_id = o.id
    AND y.archived_at IS NULL AND (y.sales_from IS NULL OR y.sales_from <= ${now})
    AND (y.sales_until IS NULL OR y.sales_until > ${now}))`
