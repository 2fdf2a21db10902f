/** How an order gets its places: one guarded INSERT for the order, and its tickets only where that was written (R1, R2). */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { takenOfTypeSql } from './event-queries.server.ts'
import { newTicketCode } from './ticket-code.ts'
import { ticketsTakenSql } from './ticket-sql.server.ts'

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
} & (
  | { state: 'held'; holdMinutes: number }
  /** The desk's own, at once; `comp` costs nothing whatever the type does. */
  | { state: 'confirmed'; pays: 'free' | 'door' | 'account'; paid: boolean; comp: boolean }
)

/** What a visitor is bound to and the desk is not: that it is sold now, to them, at this price, so many at once. */
const sellingSql = (now: string, known: boolean): SQL => sql`
  (y.sales_from IS NULL OR y.sales_from <= ${now}) AND (y.sales_until IS NULL OR y.sales_until > ${now})
  AND (y.members_only = 0 OR ${known ? 1 : 0} = 1) AND j.value ->> 'count' <= y.per_order
  AND j.value ->> 'priceMinor' = y.price_minor`

/** Tickets that the order of a secret holds of event `e`; 0 for none. */
const heldBySql = (token: string, now: string, more: SQL = sql``): SQL =>
  token === ''
    ? sql`0`
    : sql`(SELECT count(*) FROM ticket_orders AS w CROSS JOIN tickets AS own
        ON own.studio_id = w.studio_id AND own.order_id = w.id AND own.state = 'held' ${more}
        WHERE w.studio_id = e.studio_id AND w.token = ${token} AND w.event_id = e.id AND w.state = 'held' AND w.held_until > ${now})`

/** The order with its tickets; `order` of the batch says whether it was written. */
export function orderStatements(ctx: StudioContext, order: NewOrder) {
  const { db, studio, now } = ctx
  const { id, eventId, personId, name, email, lines, dedupeKey, instead = '' } = order
  const held = order.state === 'held'
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
  const pays = totalMinor === 0 ? 'free' : held ? 'door' : order.pays
  return {
    order: db.run(sql`
      INSERT INTO ticket_orders (id, studio_id, event_id, person_id, buyer_name, buyer_email, state, held_until, total_minor,
        currency, pays, paid_at, dedupe_key, token, created_at)
      SELECT ${id}, ${studio.id}, e.id, ${personId}, ${name}, ${email}, ${order.state},
        ${held ? addMinutes(now, order.holdMinutes) : null}, ${totalMinor}, ${studio.currency}, ${pays},
        ${!held && order.paid ? now : null}, ${dedupeKey}, ${randomCharacters(24)}, ${now}
      FROM events AS e JOIN occurrences AS o ON o.id = e.id
      WHERE e.studio_id = ${studio.id} AND e.id = ${eventId} AND e.state = 'on_sale' AND o.state = 'scheduled' AND ${ahead}
        AND ${count} > 0 AND ${ticketsTakenSql(sql`e.id`, sql`e.studio_id`, now)} - ${heldBySql(instead, now)} + ${count} <= e.capacity
        AND NOT EXISTS (
          SELECT 1 FROM json_each(${asked}) AS j WHERE NOT EXISTS (
            SELECT 1 FROM ticket_types AS y WHERE y.studio_id = e.studio_id AND y.event_id = e.id
              AND y.id = j.value ->> 'typeId' AND y.archived_at IS NULL
              AND (y.capacity IS NULL OR ${takenOfTypeSql(now)} - ${heldBySql(instead, now, sql`AND own.ticket_type_id = y.id`)}
                + (j.value ->> 'count') <= y.capacity)
              AND ${held ? sellingSql(now, personId !== null) : sql`1`}))
        AND (${personId} IS NULL OR EXISTS (
          SELECT 1 FROM people AS w WHERE w.studio_id = ${studio.id} AND w.id = ${personId} AND w.archived_at IS NULL))
      ON CONFLICT DO NOTHING`),
    tickets: db.run(sql`
      INSERT INTO tickets (id, studio_id, event_id, order_id, ticket_type_id, holder_name, holder_email, price_minor, state, code)
      SELECT j.value ->> 'id', x.studio_id, x.event_id, x.id, j.value ->> 'typeId', x.buyer_name, x.buyer_email,
        j.value ->> 'priceMinor', ${held ? 'held' : 'valid'}, j.value ->> 'code'
      FROM ticket_orders AS x JOIN json_each(${JSON.stringify(tickets)}) AS j
      WHERE x.studio_id = ${studio.id} AND x.id = ${id}
        AND NOT EXISTS (SELECT 1 FROM tickets AS k WHERE k.studio_id = x.studio_id AND k.order_id = x.id)`),
  }
}

/** Gives back what an order holds, by its secret: the buyer chooses anew. */
export function releaseStatements(
  { db, studio, now }: StudioContext,
  token: string,
  onlyIf: SQL = sql`1`,
) {
  const mine = sql`x.studio_id = ${studio.id} AND x.token = ${token} AND ${onlyIf}`
  return {
    releasedTickets: db.run(sql`
      UPDATE tickets SET state = 'lapsed', ended_at = ${now} WHERE studio_id = ${studio.id} AND state = 'held'
        AND order_id IN (SELECT x.id FROM ticket_orders AS x WHERE ${mine} AND x.state = 'held')`),
    released: db.run(
      sql`UPDATE ticket_orders AS x SET state = 'lapsed' WHERE ${mine} AND x.state = 'held'`,
    ),
  }
}
