/**
 * Which tickets count against places. A held one counts until its order's time is over, whether or
 * not a job has ended it.
 */
import { type SQL, sql } from 'drizzle-orm'
import { discountedSql, givenBackSql } from '#app/domain/billing/open-item-sums.server.ts'
import type { Instant } from '#app/values/instant.ts'

/** `ticket` has a place at `now`. */
const takesPlaceSql = (
  now: Instant,
): SQL => sql`(ticket.state IN ('valid','checked_in') OR (ticket.state = 'held'
  AND EXISTS (SELECT 1 FROM ticket_orders AS held_order
    WHERE held_order.id = ticket.order_id AND held_order.state = 'held'
      AND held_order.held_until > ${now})))`

/** Tickets taken of event `eventId`, an SQL expression such as `o.id`. */
export const ticketsTakenSql = (eventId: SQL, studioId: SQL, now: Instant): SQL => sql`(
  SELECT count(*) FROM tickets AS ticket
  WHERE ticket.studio_id = ${studioId} AND ticket.event_id = ${eventId}
    AND ticket.state IN ('valid','checked_in','held') AND ${takesPlaceSql(now)})`

/** Tickets sold of occurrence `o`; 0 for what is no event. */
export const soldCountSql: SQL =
  sql.raw(`CASE WHEN o.kind = 'event' THEN (SELECT count(*) FROM tickets AS ticket
    WHERE ticket.studio_id = o.studio_id AND ticket.event_id = o.id
      AND ticket.state IN ('valid','checked_in')) ELSE 0 END`)

/** What was taken off `ticket` or refunded of it by hand, from its invoice, in minor units. */
export const ticketBackSql: SQL = givenBackSql(sql`ticket.studio_id`, sql`ticket.id`)

/** The price of `ticket` after discounts by hand, in minor units: percent are of it. */
export const ticketPriceSql: SQL = sql`(ticket.price_minor - ${discountedSql(sql`ticket.studio_id`, sql`ticket.id`)})`

/**
 * What was paid for `ticket` of `ticket_order` and not refunded by hand, in minor units: not what is
 * to be paid at the door or is open in an account.
 */
export const ticketPaidSql: SQL = sql`CASE WHEN ticket_order.state = 'held'
    OR (ticket_order.pays = 'door' AND ticket_order.paid_at IS NULL) OR EXISTS (
      SELECT 1 FROM open_items AS item
      WHERE item.studio_id = ticket.studio_id AND item.subject_id = ticket.id
        AND item.state = 'open'
        AND item.amount_minor > 0) THEN 0 ELSE ticket.price_minor - ${ticketBackSql} END`

/**
 * The cheapest ticket of event `o` on sale to anyone at `now`, in minor units; null where none is.
 */
export const cheapestTicketSql = (now: Instant): SQL => sql`(
  SELECT min(ticket_type.price_minor) FROM ticket_types AS ticket_type
  WHERE ticket_type.studio_id = o.studio_id AND ticket_type.event_id = o.id
    AND ticket_type.archived_at IS NULL
    AND (ticket_type.sales_from IS NULL OR ticket_type.sales_from <= ${now})
    AND (ticket_type.sales_until IS NULL OR ticket_type.sales_until > ${now}))`
