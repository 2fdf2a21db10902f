/** How events, their ticket types and their tickets are read. An event goes by `e`, its occurrence by `o`. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { minutesBetween } from '#app/values/instant.ts'
import type { EventView, TicketState, TicketType } from './event-view.ts'
import { ticketsTakenSql } from './ticket-sql.server.ts'

export type EventRow = Omit<EventView, 'transferable' | 'minutes'> & { transferable: number }

/** Location `l` with its address. */
export const locationSql: SQL = sql`CASE l.address WHEN '' THEN l.name ELSE l.name || ', ' || l.address END`

export const eventColumnsSql = (now: string): SQL => sql`
  e.id, t.name, t.description, t.icon, t.colour, e.class_type_id AS classTypeId, t.discipline_id AS disciplineId, e.state,
  o.local_start AS localStart, o.starts_at AS startsAt, o.ends_at AS endsAt, o.room_id AS roomId, r.name AS roomName,
  ${locationSql} AS location, o.coach_id AS coachId,
  CASE WHEN h.preferred_name <> '' THEN h.preferred_name ELSE h.name END AS coachName, e.capacity,
  e.hold_minutes AS holdMinutes, e.refund_hours AS refundHours, e.refund_percent AS refundPercent, e.transferable,
  e.notes, e.version, e.cancel_reason AS cancelReason,
  ${ticketsTakenSql(sql`e.id`, sql`e.studio_id`, now)} AS taken,
  (SELECT count(*) FROM tickets AS k WHERE k.studio_id = e.studio_id AND k.event_id = e.id AND k.state = 'checked_in') AS admitted`

export const eventSourceSql: SQL = sql`
  events AS e JOIN occurrences AS o ON o.id = e.id JOIN class_types AS t ON t.id = e.class_type_id
  JOIN rooms AS r ON r.id = o.room_id JOIN locations AS l ON l.id = r.location_id JOIN people AS h ON h.id = o.coach_id`

export const toEvent = (row: EventRow): EventView => ({
  ...row,
  transferable: row.transferable === 1,
  minutes: minutesBetween(row.startsAt, row.endsAt),
})

/** One event; `where` is a condition on `e` beside the studio. */
export function eventStatement(
  { db, studio, now }: StudioContext,
  where: SQL,
): Statement<EventRow[]> {
  return db.all<EventRow>(sql`
    SELECT ${eventColumnsSql(now)} FROM ${eventSourceSql} WHERE e.studio_id = ${studio.id} AND ${where} LIMIT 1`)
}

export type TypeRow = Omit<TicketType, 'membersOnly' | 'archived'> & {
  membersOnly: number
  archived: number
}

/** The ticket types of an event in their order, with how many of each are taken; `eventId` is an id or a subquery. */
export function typesStatement(
  { db, studio, now }: StudioContext,
  eventId: string | SQL,
): Statement<TypeRow[]> {
  return db.all<TypeRow>(sql`
    SELECT y.id, y.name, y.price_minor AS priceMinor, y.capacity, y.sales_from AS salesFrom, y.sales_until AS salesUntil,
      y.members_only AS membersOnly, y.per_order AS perOrder, y.archived_at IS NOT NULL AS archived,
      ${takenOfTypeSql(now)} AS taken
    FROM ticket_types AS y WHERE y.studio_id = ${studio.id} AND y.event_id = ${eventId}
    ORDER BY y.archived_at IS NOT NULL, y.sort, y.price_minor DESC, y.name LIMIT 40`)
}

/** Tickets taken of type `y`. */
export const takenOfTypeSql = (now: string): SQL => sql`(
  SELECT count(*) FROM tickets AS k JOIN ticket_orders AS ko ON ko.id = k.order_id
  WHERE k.studio_id = y.studio_id AND k.event_id = y.event_id AND k.ticket_type_id = y.id
    AND (k.state IN ('valid','checked_in') OR (k.state = 'held' AND ko.state = 'held' AND ko.held_until > ${now})))`

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
  givenBackAt: string | null
  buyerName: string
  buyerEmail: string
  personId: string | null
  pays: 'free' | 'door' | 'account'
  /** The money for it has come. */
  paid: number
  token: string
}

/** Nothing is to be paid for ticket `k` any more: free, taken at the door, or its open item settled. */
export const paidSql: SQL = sql`(k.price_minor = 0 OR x.paid_at IS NOT NULL OR (x.pays = 'account' AND NOT EXISTS (
  SELECT 1 FROM open_items AS i WHERE i.studio_id = k.studio_id AND i.subject_id = k.id AND i.amount_minor > 0 AND i.state <> 'settled')))`

/** Tickets by `where`, a condition on ticket `k` or order `x` beside the studio. */
export function ticketsStatement(
  { db, studio }: StudioContext,
  where: SQL,
  limit = 600,
): Statement<TicketRow[]> {
  return db.all<TicketRow>(sql`
    SELECT k.id, k.event_id AS eventId, k.order_id AS orderId, y.name AS typeName, k.holder_name AS holderName,
      k.holder_email AS holderEmail, k.price_minor AS priceMinor, k.state, k.code, k.checked_in_at AS checkedInAt,
      k.checked_in_by AS checkedInBy, k.transferred_at AS transferredAt, k.ended_at AS endedAt,
      k.refund_minor AS refundMinor, k.given_back_at AS givenBackAt, x.buyer_name AS buyerName,
      x.buyer_email AS buyerEmail, x.person_id AS personId, x.pays, ${paidSql} AS paid, x.token
    FROM tickets AS k JOIN ticket_orders AS x ON x.id = k.order_id JOIN ticket_types AS y ON y.id = k.ticket_type_id
    WHERE k.studio_id = ${studio.id} AND x.studio_id = ${studio.id} AND ${where} ORDER BY k.holder_name, k.id LIMIT ${limit}`)
}
