/**
 * How events, their ticket types and their tickets are read. An event goes by `event`, its
 * occurrence by `o`.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { editableDaysSql } from '#app/domain/places/attendance-sql.server.ts'
import {
  ticketBackSql,
  ticketPriceSql,
  ticketsTakenSql,
} from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { minutesBetween } from '#app/values/instant.ts'
import type { EventView, TicketState, TicketType } from './event-view.ts'

export type EventRow = Omit<EventView, 'transferable' | 'minutes'> & { transferable: number }

/** `location` with its address. */
export const locationSql: SQL = sql`CASE location.address WHEN '' THEN location.name
  ELSE location.name || ', ' || location.address END`

export const eventColumnsSql = (now: string): SQL => sql`
  event.id, class_type.name, class_type.description, class_type.icon, class_type.colour,
  event.class_type_id AS classTypeId, class_type.discipline_id AS disciplineId, event.state,
  o.local_start AS localStart, o.starts_at AS startsAt, o.ends_at AS endsAt, o.room_id AS roomId,
  ${editableDaysSql('o')} AS editableDays, room.name AS roomName, ${locationSql} AS location, o.coach_id AS coachId,
  ${calledSql('coach')} AS coachName,
  event.capacity, event.hold_minutes AS holdMinutes, event.refund_hours AS refundHours,
  event.refund_percent AS refundPercent, event.transferable, event.notes, event.version,
  event.cancel_reason AS cancelReason,
  ${ticketsTakenSql(sql`event.id`, sql`event.studio_id`, now)} AS taken,
  (SELECT count(*) FROM tickets AS ticket
    WHERE ticket.studio_id = event.studio_id AND ticket.event_id = event.id
      AND ticket.state = 'checked_in') AS admitted`

export const eventSourceSql: SQL = sql`
  events AS event JOIN occurrences AS o ON o.id = event.id
  JOIN class_types AS class_type ON class_type.id = event.class_type_id
  JOIN rooms AS room ON room.id = o.room_id
  JOIN locations AS location ON location.id = room.location_id
  JOIN people AS coach ON coach.id = o.coach_id`

export const toEvent = (row: EventRow): EventView => ({
  ...row,
  transferable: row.transferable === 1,
  minutes: minutesBetween(row.startsAt, row.endsAt),
})

/** One event; `where` is a condition on `event` beside the studio. */
export function eventStatement(
  { db, studio, now }: StudioContext,
  where: SQL,
): Statement<EventRow[]> {
  return db.all<EventRow>(sql`
    SELECT ${eventColumnsSql(now)} FROM ${eventSourceSql}
    WHERE event.studio_id = ${studio.id} AND ${where} LIMIT 1`)
}

export type TypeRow = Omit<TicketType, 'membersOnly' | 'archived'> & {
  membersOnly: number
  archived: number
}

/**
 * The ticket types of an event in their order, with how many of each are taken; `eventId` is an id
 * or a subquery.
 */
export function typesStatement(
  { db, studio, now }: StudioContext,
  eventId: string | SQL,
): Statement<TypeRow[]> {
  return db.all<TypeRow>(sql`
    SELECT ticket_type.id, ticket_type.name, ticket_type.price_minor AS priceMinor,
      ticket_type.capacity, ticket_type.sales_from AS salesFrom,
      ticket_type.sales_until AS salesUntil, ticket_type.members_only AS membersOnly,
      ticket_type.per_order AS perOrder, ticket_type.archived_at IS NOT NULL AS archived,
      ticket_type.version,
      ${takenOfTypeSql(now)} AS taken
    FROM ticket_types AS ticket_type
    WHERE ticket_type.studio_id = ${studio.id} AND ticket_type.event_id = ${eventId}
    ORDER BY ticket_type.archived_at IS NOT NULL, ticket_type.sort, ticket_type.price_minor DESC,
      ticket_type.name LIMIT 40`)
}

/** Tickets taken of type `ticket_type`. */
export const takenOfTypeSql = (now: string): SQL => sql`(
  SELECT count(*) FROM tickets AS ticket
  JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
  WHERE ticket.studio_id = ticket_type.studio_id AND ticket.event_id = ticket_type.event_id
    AND ticket.ticket_type_id = ticket_type.id
    AND (ticket.state IN ('valid','checked_in')
      OR (ticket.state = 'held' AND ticket_order.state = 'held'
        AND ticket_order.held_until > ${now})))`

export const toType = (row: TypeRow): TicketType => ({
  ...row,
  membersOnly: row.membersOnly === 1,
  archived: row.archived === 1,
})

/** A ticket with its order, as the desk and its holder see it. */
export type TicketRow = {
  id: string
  eventId: string
  orderId: string
  typeName: string
  holderName: string
  holderEmail: string
  priceMinor: number
  state: TicketState
  code: string
  checkedInAt: string | null
  checkedInBy: string | null
  transferredAt: string | null
  endedAt: string | null
  refundMinor: number
  /** Its price after discounts by hand: a share that goes back is of this. */
  leftPriceMinor: number
  /** What was taken off it or refunded by hand, from its invoice. */
  backMinor: number
  givenBackAt: string | null
  buyerName: string
  buyerEmail: string
  personId: string | null
  pays: 'free' | 'door' | 'account'
  /** The money for it has come. */
  paid: number
  /** What is kept of the link of its order. */
  token: string
  sealed: string
  /** Of its own link; null while it has none. */
  linkHash: string | null
}

/**
 * Nothing is to be paid for `ticket` any more: free, taken at the door, or its open item settled.
 */
export const paidSql: SQL = sql`(ticket.price_minor = 0 OR ticket_order.paid_at IS NOT NULL
  OR (ticket_order.pays = 'account' AND NOT EXISTS (
    SELECT 1 FROM open_items AS item
    WHERE item.studio_id = ticket.studio_id AND item.subject_id = ticket.id
      AND item.amount_minor > 0
      AND item.state <> 'settled')))`

/** Tickets by `where`, a condition on `ticket` or `ticket_order` beside the studio. */
export function ticketsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 600,
): Statement<TicketRow[]> {
  return db.all<TicketRow>(sql`
    SELECT ticket.id, ticket.event_id AS eventId, ticket.order_id AS orderId,
      ticket_type.name AS typeName, ticket.holder_name AS holderName,
      ticket.holder_email AS holderEmail, ticket.price_minor AS priceMinor, ticket.state,
      ticket.code, ticket.checked_in_at AS checkedInAt, ticket.checked_in_by AS checkedInBy,
      ticket.transferred_at AS transferredAt, ticket.ended_at AS endedAt,
      ticket.refund_minor AS refundMinor, ${ticketBackSql} AS backMinor,
      ${ticketPriceSql} AS leftPriceMinor, ticket.given_back_at AS givenBackAt,
      ticket_order.buyer_name AS buyerName, ticket_order.buyer_email AS buyerEmail,
      ticket_order.person_id AS personId, ticket_order.pays, ${paidSql} AS paid, ticket_order.token,
      ticket_order.sealed, ticket.link_hash AS linkHash
    FROM tickets AS ticket JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
    JOIN ticket_types AS ticket_type ON ticket_type.id = ticket.ticket_type_id
    WHERE ticket.studio_id = ${studio.id} AND ticket_order.studio_id = ${studio.id} AND ${where}
    ORDER BY ticket.holder_name, ticket.id LIMIT ${limit}`)
}
