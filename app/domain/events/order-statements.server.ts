/**
 * How an order gets its places: one guarded INSERT for the order, and its tickets only where that
 * was written (R1, R2).
 */
import { type SQL, sql } from 'drizzle-orm'
import { ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { takenOfTypeSql } from './event-queries.server.ts'
import { isOrderLinkSql } from './order-links.server.ts'
import { newTicketCode } from './ticket-code.ts'

/** Tickets of one type; the price is the one that was on the page. */
export type OrderLine = { typeId: string; count: number; priceMinor: number }

export type NewOrder = {
  id: string
  eventId: string
  personId: string | null
  name: string
  email: string
  lines: readonly OrderLine[]
  dedupeKey: string
  /** The secret of an order that this one takes the place of: what it holds counts as free. */
  instead?: string
  /** What is kept of the secret of its link. */
  link: { hash: string; sealed: string }
} /** `proven` as the column has it. */ & (
  | { state: 'held'; holdMinutes: number; proven: boolean }
  /** The desk's own, at once; `comp` costs nothing whatever the type does. */
  | { state: 'confirmed'; pays: 'free' | 'door' | 'account'; paid: boolean; comp: boolean }
)

/**
 * What a visitor is bound to and the desk is not: that it is sold now, to them, at this price, so
 * many at once.
 */
const sellingSql = (now: string, known: boolean): SQL => sql`
  (ticket_type.sales_from IS NULL OR ticket_type.sales_from <= ${now})
  AND (ticket_type.sales_until IS NULL OR ticket_type.sales_until > ${now})
  AND (ticket_type.members_only = 0 OR ${known ? 1 : 0} = 1)
  AND input.value ->> 'count' <= ticket_type.per_order
  AND input.value ->> 'priceMinor' = ticket_type.price_minor`

/** Tickets that the order of a secret holds of `event`; 0 for none. */
const heldBySql = (token: string, now: string, more: SQL = sql``): SQL =>
  token === ''
    ? sql`0`
    : sql`(SELECT count(*) FROM ticket_orders AS ticket_order CROSS JOIN tickets AS own
        ON own.studio_id = ticket_order.studio_id AND own.order_id = ticket_order.id
          AND own.state = 'held' ${more}
        WHERE ticket_order.studio_id = event.studio_id AND ${isOrderLinkSql(token)}
          AND ticket_order.event_id = event.id AND ticket_order.state = 'held'
          AND ticket_order.held_until > ${now})`

/**
 * However few there are, so many tickets can be held by people who have not shown that their address
 * is theirs.
 */
const strangersAtLeast = 6

/**
 * Whether strangers hold no more than half of what is left with `count` more: of any number of them
 * none can empty an event. `of` narrows to a type.
 */
const strangersSql = (now: string, places: { count: SQL; free: SQL; of?: SQL }): SQL => {
  const held = sql`(SELECT count(*) FROM tickets AS ticket
    JOIN ticket_orders AS stranger ON stranger.id = ticket.order_id
    WHERE ticket.studio_id = event.studio_id AND ticket.event_id = event.id
      AND ticket.state = 'held' AND stranger.state = 'held' AND stranger.held_until > ${now}
      AND stranger.proven = 0 ${places.of ?? sql``})`
  return sql`(${held} + ${places.count}
    <= max(${strangersAtLeast}, (${places.free} + ${held} + 1) / 2))`
}

/** The order with its tickets; `order` of the batch says whether it was written. */
export function orderStatements(ctx: StudioContext, order: NewOrder) {
  const { db, studio, now } = ctx
  const { id, eventId, personId, name, email, lines, dedupeKey, instead = '', link } = order
  const held = order.state === 'held'
  const stranger = held && !order.proven
  const comp = !held && order.comp
  const count = lines.reduce((sum, line) => sum + line.count, 0)
  const totalMinor = comp ? 0 : lines.reduce((sum, line) => sum + line.count * line.priceMinor, 0)
  const asked = JSON.stringify(lines)
  const tickets = lines.flatMap((line) =>
    Array.from({ length: line.count }, () => ({
      id: newId(),
      typeId: line.typeId,
      priceMinor: comp ? 0 : line.priceMinor,
      code: newTicketCode(),
    })),
  )
  const ahead = held ? sql`o.starts_at > ${now}` : sql`o.ends_at > ${now}`
  const charged = held ? 'door' : order.pays
  const pays = totalMinor === 0 ? 'free' : charged
  const sameType = sql`own.ticket_type_id = ticket_type.id`
  const taken = sql`(${ticketsTakenSql(sql`event.id`, sql`event.studio_id`, now)}
    - ${heldBySql(instead, now)})`
  const takenOfType = sql`(${takenOfTypeSql(now)}
    - ${heldBySql(instead, now, sql`AND ${sameType}`)})`
  const ofStrangers = stranger
    ? strangersSql(now, { count: sql`${count}`, free: sql`(event.capacity - ${taken})` })
    : sql`1`
  const ofStrangersInType = stranger
    ? strangersSql(now, {
        count: sql`(input.value ->> 'count')`,
        free: sql`(ticket_type.capacity - ${takenOfType})`,
        of: sql`AND ticket.ticket_type_id = ticket_type.id`,
      })
    : sql`1`
  return {
    order: db.run(sql`
      INSERT INTO ticket_orders (id, studio_id, event_id, person_id, buyer_name, buyer_email, state,
        held_until, proven, total_minor, currency, pays, paid_at, dedupe_key, token,
        token_hash, sealed, created_at)
      SELECT ${id}, ${studio.id}, event.id, ${personId}, ${name}, ${email}, ${order.state},
        ${held ? addMinutes(now, order.holdMinutes) : null}, ${stranger ? 0 : 1},
        ${totalMinor}, ${studio.currency}, ${pays},
        ${!held && order.paid ? now : null}, ${dedupeKey}, '',
        ${link.hash}, ${link.sealed}, ${now}
      FROM events AS event JOIN occurrences AS o ON o.id = event.id
      WHERE event.studio_id = ${studio.id} AND event.id = ${eventId} AND event.state = 'on_sale'
        AND o.state = 'scheduled' AND ${ahead}
        AND ${count} > 0
        AND ${taken} + ${count} <= event.capacity AND ${ofStrangers}
        AND NOT EXISTS (
          SELECT 1 FROM json_each(${asked}) AS input WHERE NOT EXISTS (
            SELECT 1 FROM ticket_types AS ticket_type
            WHERE ticket_type.studio_id = event.studio_id AND ticket_type.event_id = event.id
              AND ticket_type.id = input.value ->> 'typeId' AND ticket_type.archived_at IS NULL
              AND (ticket_type.capacity IS NULL
                OR (${takenOfType} + (input.value ->> 'count') <= ticket_type.capacity
                  AND ${ofStrangersInType}))
              AND ${held ? sellingSql(now, personId !== null) : sql`1`}))
        AND (${personId} IS NULL OR EXISTS (
          SELECT 1 FROM people AS person
          WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
            AND person.archived_at IS NULL AND person.banned_at IS NULL))
      ON CONFLICT DO NOTHING`),
    tickets: db.run(sql`
      INSERT INTO tickets (id, studio_id, event_id, order_id, ticket_type_id, holder_name,
        holder_email, price_minor, state, code)
      SELECT input.value ->> 'id', ticket_order.studio_id, ticket_order.event_id, ticket_order.id,
        input.value ->> 'typeId', ticket_order.buyer_name, ticket_order.buyer_email,
        input.value ->> 'priceMinor', ${held ? 'held' : 'valid'}, input.value ->> 'code'
      FROM ticket_orders AS ticket_order JOIN json_each(${JSON.stringify(tickets)}) AS input
      WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.id = ${id}
        AND NOT EXISTS (SELECT 1 FROM tickets AS ticket
          WHERE ticket.studio_id = ticket_order.studio_id AND ticket.order_id = ticket_order.id)`),
  }
}

/** Gives back what an order holds, by its secret: the buyer chooses again. */
export function releaseStatements(
  { db, studio, now }: StudioContext,
  token: string,
  onlyIf: SQL = sql`1`,
) {
  const mine = sql`ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(token)}
    AND ${onlyIf}`
  return {
    releasedTickets: db.run(sql`
      UPDATE tickets SET state = 'lapsed', ended_at = ${now}
      WHERE studio_id = ${studio.id} AND state = 'held'
        AND order_id IN (SELECT ticket_order.id FROM ticket_orders AS ticket_order
          WHERE ${mine} AND ticket_order.state = 'held')`),
    released: db.run(
      sql`UPDATE ticket_orders AS ticket_order SET state = 'lapsed'
        WHERE ${mine} AND ticket_order.state = 'held'`,
    ),
  }
}
