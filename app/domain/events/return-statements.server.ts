/**
 * How tickets end and what goes back for them: one ticket given back, or all of an event that is
 * cancelled.
 */
import { type SQL, sql } from 'drizzle-orm'
import {
  openItemsOfStatement,
  voidItemsOfStatement,
} from '#app/domain/billing/open-items.server.ts'
import { ticketBackSql, ticketPriceSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** An item of `ticket` that nobody has paid. */
const unpaidSql = sql`EXISTS (SELECT 1 FROM open_items AS item
  WHERE item.studio_id = ticket.studio_id AND item.subject_id = ticket.id
    AND item.state = 'open' AND item.amount_minor > 0)`

/**
 * Ends the tickets (`ticket`) that `which` selects and refunds `percent` of their discounted price:
 * rounded half up to the minor unit, and never more than is left after earlier refunds. The
 * statements are for the caller's batch. An unpaid ticket is not refunded: its open item is voided
 * when the whole price would be returned, and a place to be paid for at the door costs nothing. A
 * known buyer's refund goes to their account; for anyone else it stays with the ticket until the
 * desk returns it by hand. Each ticket ends once. `which` must still hold after the write; `onlyIf`
 * is checked by the write alone.
 */
export function endTicketsStatements(
  ctx: StudioContext,
  {
    which,
    onlyIf = sql`1`,
    as,
    percent,
    working,
  }: { which: SQL; onlyIf?: SQL; as: 'refunded' | 'cancelled'; percent: number; working: string },
) {
  const { db, studio, now } = ctx
  const ended = sql`ticket.studio_id = ${studio.id} AND ticket.state = ${as}
    AND ticket.ended_at = ${now} AND ${which}`
  return {
    // Bound numbers are REAL in SQL: the division is cut to whole minor units by hand.
    end: db.run(sql`
      UPDATE tickets AS ticket SET state = ${as}, ended_at = ${now}, refund_minor = (
        SELECT CASE WHEN ticket_order.state = 'held'
          OR (ticket_order.pays = 'door' AND ticket_order.paid_at IS NULL) THEN 0
          WHEN ${percent} = 100 AND ${unpaidSql} THEN 0
          ELSE min(CAST((2 * ${ticketPriceSql} * ${percent} + 100) / 200 AS INTEGER),
            ticket.price_minor - ${ticketBackSql}) END
        FROM ticket_orders AS ticket_order WHERE ticket_order.id = ticket.order_id)
      WHERE ticket.studio_id = ${studio.id} AND ticket.state IN ('valid','checked_in','held')
        AND ${which} AND ${onlyIf}`),
    void: voidItemsOfStatement(
      ctx,
      sql`SELECT ticket.id FROM tickets AS ticket
        WHERE ${ended} AND ${percent} = 100 AND ticket.refund_minor = 0`,
    ),
    back: openItemsOfStatement(ctx, {
      kind: 'refund',
      cause: 'ticket-back',
      rows: sql`
        SELECT ticket_order.person_id, ticket.id AS subject_id,
          -ticket.refund_minor AS amount_minor, ${working} || ': ' || ticket_type.name AS working
        FROM tickets AS ticket
        JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
        JOIN ticket_types AS ticket_type ON ticket_type.id = ticket.ticket_type_id
        WHERE ${ended} AND ticket_order.person_id IS NOT NULL`,
    }),
  }
}

/** An order all of whose tickets have ended is over. */
export function endEmptyOrdersStatement({ db, studio }: StudioContext, eventId: string) {
  return db.run(sql`
    UPDATE ticket_orders AS ticket_order SET state = 'cancelled', held_until = NULL
    WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.event_id = ${eventId}
      AND ticket_order.state IN ('confirmed','held') AND NOT EXISTS (
        SELECT 1 FROM tickets AS ticket
        WHERE ticket.studio_id = ticket_order.studio_id AND ticket.order_id = ticket_order.id
          AND ticket.state IN ('valid','checked_in','held'))`)
}
