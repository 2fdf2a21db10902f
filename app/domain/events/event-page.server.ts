/**
 * What members and guests see of an event: statements for the page of a dated class, and the pages
 * of an order.
 */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { type OrderRow, orderStatement } from './confirm-order.server.ts'
import {
  type EventRow,
  eventStatement,
  type TypeRow,
  ticketsStatement,
  toEvent,
  toType,
  typesStatement,
} from './event-queries.server.ts'
import type { EventOffer } from './event-view.ts'
import {
  isOrderLinkSql,
  isOwnLink,
  isTicketLinkSql,
  type KeptLink,
  openOrderLink,
  ticketsPath,
} from './order-links.server.ts'
import { openedBySql } from './transfer-ticket.server.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

export type MyTickets = KeptLink & {
  eventId: string
  name: string
  localStart: string
  state: string
  tickets: number
}

/**
 * A person's confirmed orders of events that are still to come, by their start, for someone else's
 * batch.
 */
export function myTicketsStatement(
  { db, studio, now }: StudioContext,
  personId: string,
): Statement<MyTickets[]> {
  return db.all<MyTickets>(sql`
    SELECT ticket_order.token, ticket_order.sealed, o.id AS eventId, class_type.name, o.local_start AS localStart, o.state,
      count(*) AS tickets
    FROM ticket_orders AS ticket_order
    CROSS JOIN tickets AS ticket ON ticket.studio_id = ticket_order.studio_id
      AND ticket.order_id = ticket_order.id AND ticket.state IN ('valid','checked_in')
      AND ticket.transferred_at IS NULL
    CROSS JOIN occurrences AS o ON o.id = ticket_order.event_id AND o.ends_at > ${now}
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.person_id = ${personId}
      AND ticket_order.state = 'confirmed'
    GROUP BY ticket_order.id ORDER BY o.starts_at LIMIT 20`)
}

/** Each with where its tickets are. */
export const toMyTickets = (ctx: StudioContext, rows: readonly MyTickets[]) =>
  rows.map(({ token, sealed, eventId, ...row }) => ({
    ...row,
    path: ticketsPath(ctx, eventId, { token, sealed }),
  }))

/**
 * For the batch of the page that shows the occurrence; `toOffer` reads the answers. `personId`
 * empty is nobody.
 */
export function offerStatements(ctx: StudioContext, eventId: string, personId: string) {
  const { db, studio } = ctx
  return {
    event: eventStatement(ctx, sql`event.id = ${eventId} AND event.state <> 'draft'`),
    ticketTypes: typesStatement(ctx, eventId),
    myOrders: db.all<KeptLink & { tickets: number }>(sql`
      SELECT ticket_order.token, ticket_order.sealed, count(*) AS tickets FROM ticket_orders AS ticket_order
      CROSS JOIN tickets AS ticket
        ON ticket.studio_id = ticket_order.studio_id AND ticket.order_id = ticket_order.id
        AND ticket.state IN ('valid','checked_in')
        AND ticket.transferred_at IS NULL
      WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.event_id = ${eventId}
        AND ticket_order.state = 'confirmed' AND ticket_order.person_id = ${personId}
      GROUP BY ticket_order.id ORDER BY ticket_order.created_at LIMIT 10`),
  } satisfies Record<string, Statement<unknown>>
}

/** The offer, or null for what is no event. What was not asked is none. */
export function toOffer(
  ctx: StudioContext,
  {
    event = [],
    ticketTypes = [],
    myOrders = [],
  }: {
    event?: EventRow[] | undefined
    ticketTypes?: TypeRow[] | undefined
    myOrders?: (KeptLink & { tickets: number })[] | undefined
  },
): EventOffer | null {
  const [row] = event
  if (!row) return null
  const types = ticketTypes.map(toType).filter(({ archived }) => !archived)
  const mine = myOrders.flatMap(({ tickets, ...link }) => {
    const token = openOrderLink(ctx, link)
    return token === null ? [] : [{ token, tickets }]
  })
  return { event: toEvent(row), types, mine }
}

/**
 * The form of an order. `instead` is the secret of an order that is to be changed: its numbers are
 * filled in and its places count as free. Null where the studio has no such event.
 */
export async function orderFormPage(
  ctx: StudioContext,
  viewer: PageViewer,
  eventId: string,
  instead: string,
) {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    ...offerStatements(ctx, eventId, viewer?.personId ?? ''),
    held: db.all<{ typeId: string; n: number; name: string; email: string }>(sql`
      SELECT ticket.ticket_type_id AS typeId, count(*) AS n, ticket_order.buyer_name AS name,
        ticket_order.buyer_email AS email
      FROM ticket_orders AS ticket_order
      JOIN tickets AS ticket ON ticket.studio_id = ticket_order.studio_id
        AND ticket.order_id = ticket_order.id AND ticket.state = 'held'
      WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(instead)}
        AND ticket_order.event_id = ${eventId} AND ticket_order.state = 'held'
        AND ticket_order.held_until > ${now}
      GROUP BY ticket.ticket_type_id LIMIT 40`),
    ...shellStatements(ctx, viewer),
  })
  const offer = toOffer(ctx, read)
  if (!offer) return null
  const { event, types } = offer
  const heldOf = (typeId: string) => read.held.find((one) => one.typeId === typeId)?.n ?? 0
  const held = read.held.reduce((sum, { n }) => sum + n, 0)
  return {
    event: { ...event, taken: event.taken - held },
    types: types.map((type) => ({
      ...type,
      taken: type.taken - heldOf(type.id),
      held: heldOf(type.id),
    })),
    buyer: read.held[0] ? { name: read.held[0].name, email: read.held[0].email } : null,
    shell: toShell(read, viewer),
  }
}

/**
 * Tickets by the secret of a link: all of an order by the order's (those passed on without their
 * code), or one by its own. Null for a secret that opens nothing (any more).
 */
export async function ticketsPage(ctx: StudioContext, viewer: PageViewer, secret: string) {
  const { studio } = ctx
  const read = await batch(ctx.db, {
    order: orderStatement(ctx, secret),
    // Two statements, an index each: one condition with OR would read every ticket of the studio.
    ofOrder: ticketsStatement(
      ctx,
      sql`ticket.order_id = (SELECT ticket_order.id FROM ticket_orders AS ticket_order
        WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(secret)})`,
      40,
    ),
    ofOwn: ticketsStatement(ctx, isTicketLinkSql(secret), 1),
    event: eventStatement(
      ctx,
      sql`event.id = coalesce((SELECT ticket_order.event_id FROM ticket_orders AS ticket_order
        WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(secret)}),
        (SELECT ticket.event_id FROM tickets AS ticket
          WHERE ticket.studio_id = ${studio.id} AND ${isTicketLinkSql(secret)}))`,
    ),
    ...shellStatements(ctx, viewer),
  })
  const [row] = read.event
  const order: OrderRow | null = read.order[0] ?? null
  const tickets = order ? read.ofOrder : read.ofOwn
  if (!row || tickets.length === 0) return null
  return {
    event: toEvent(row),
    order,
    tickets: tickets.map((ticket) => ({
      ...ticket,
      passedOn: ticket.transferredAt !== null && !isOwnLink(ticket, secret),
    })),
    shell: toShell(read, viewer),
  }
}

/** One ticket of a link, with what can be done about it. Null where the link does not open it. */
export async function ticketPage(
  ctx: StudioContext,
  viewer: PageViewer,
  secret: string,
  ticketId: string,
) {
  const read = await batch(ctx.db, {
    tickets: ticketsStatement(ctx, sql`ticket.id = ${ticketId} AND ${openedBySql(secret)}`, 1),
    event: eventStatement(
      ctx,
      sql`event.id = (SELECT ticket.event_id FROM tickets AS ticket
        WHERE ticket.studio_id = ${ctx.studio.id} AND ticket.id = ${ticketId})`,
    ),
    ...shellStatements(ctx, viewer),
  })
  const [ticket] = read.tickets
  return ticket && read.event[0]
    ? {
        ticket,
        event: toEvent(read.event[0]),
        buyer: ticket.transferredAt === null,
        shell: toShell(read, viewer),
      }
    : null
}
