/**
 * What the desk's pages of events read: the list, the form, one event with its guests, one ticket.
 */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type EventRow,
  eventColumnsSql,
  eventSourceSql,
  eventStatement,
  paidSql,
  ticketsStatement,
  toEvent,
  toType,
  typesStatement,
} from './event-queries.server.ts'
import { ticketsWords } from './event-view.ts'

export const eventViews = ['coming', 'drafts', 'past', 'off'] as const
export type EventListView = (typeof eventViews)[number]

const soldMinorSql = sql`(SELECT coalesce(sum(ticket.price_minor), 0) FROM tickets AS ticket
  WHERE ticket.studio_id = event.studio_id AND ticket.event_id = event.id
    AND ticket.state IN ('valid','checked_in'))`

/** Events of a view, with how many tickets are taken and what those sold come to. */
export async function eventsListPage(ctx: StudioContext, view: EventListView, at: PageNumber) {
  const { db, studio, now } = ctx
  const views: Record<EventListView, SQL> = {
    coming: sql`event.state = 'on_sale' AND o.ends_at > ${now}`,
    drafts: sql`event.state = 'draft'`,
    past: sql`event.state = 'on_sale' AND o.ends_at <= ${now}`,
    off: sql`event.state = 'cancelled'`,
  }
  const answer = await batch(db, {
    ...pageStatements<EventRow & { soldMinor: number }>(
      db,
      {
        select: sql`${eventColumnsSql(now)}, ${soldMinorSql} AS soldMinor`,
        from: eventSourceSql,
        where: sql`event.studio_id = ${studio.id} AND ${views[view]}`,
        orderBy: view === 'past' || view === 'off' ? sql`o.starts_at DESC` : sql`o.starts_at`,
      },
      at,
    ),
  })
  return toPage(answer, at, ({ soldMinor, ...row }) => ({ ...toEvent(row), soldMinor }))
}

/**
 * What an event can be made of, and the event that is to be changed; null for a new one or another
 * studio's id.
 */
export async function eventFormPage(ctx: StudioContext, eventId: string) {
  const { found, ...choices } = await batch(ctx.db, {
    ...choicesStatements(ctx),
    found: eventStatement(ctx, sql`event.id = ${eventId}`),
  })
  return { ...choices, event: found[0] ? toEvent(found[0]) : null }
}

export type EventMoney = {
  soldMinor: number
  paidMinor: number
  refundMinor: number
  byHandMinor: number
}

const moneyStatement = ({ db, studio }: StudioContext, eventId: string) =>
  db.all<EventMoney>(sql`
    SELECT coalesce(sum(ticket.price_minor) FILTER (WHERE ticket.state IN ('valid','checked_in')),
      0) AS soldMinor,
      coalesce(sum(ticket.price_minor) FILTER (WHERE ticket.state IN ('valid','checked_in')
        AND ${paidSql}), 0) AS paidMinor,
      coalesce(sum(ticket.refund_minor), 0) AS refundMinor,
      coalesce(sum(ticket.refund_minor) FILTER (WHERE ticket_order.person_id IS NULL
        AND ticket.given_back_at IS NULL), 0) AS byHandMinor
    FROM tickets AS ticket JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
    WHERE ticket.studio_id = ${studio.id} AND ticket.event_id = ${eventId}`)

export const guestViews = ['expected', 'inside', 'unpaid', 'gone'] as const
export type GuestView = (typeof guestViews)[number]

const guestWhere: Record<GuestView | 'all', SQL> = {
  all: sql`ticket.state IN ('valid','checked_in')`,
  expected: sql`ticket.state = 'valid'`,
  inside: sql`ticket.state = 'checked_in'`,
  unpaid: sql`ticket.state IN ('valid','checked_in') AND NOT ${paidSql}`,
  gone: sql`ticket.state IN ('refunded','cancelled')`,
}

/** Words of a search in the names, addresses and codes of tickets. */
function searchSql(q: string): SQL {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 4)
  const found = words.map(
    (word) =>
      sql`instr(lower(ticket.holder_name || ' ' || ticket.holder_email || ' '
        || ticket_order.buyer_name || ' ' || ticket_order.buyer_email || ' ' || ticket.code),
        ${word.replaceAll('-', '').length === 12 ? word.replaceAll('-', '') : word}) > 0`,
  )
  return found.length > 0 ? sql.join(found, sql` AND `) : sql`1`
}

export type HeldOrder = {
  id: string
  name: string
  email: string
  /** `2 × Adult, 1 × Child`. */
  tickets: string
  heldUntil: string
  /** Whether the buyer has shown that the address is theirs. */
  proven: boolean
}

type HeldRow = Omit<HeldOrder, 'tickets' | 'proven'> & { proven: number; typeName: string }

/** What orders that are not confirmed hold now, a row a ticket; by the index of the event (`+`). */
const heldStatement = ({ db, studio, now }: StudioContext, eventId: string) =>
  db.all<HeldRow>(sql`
    SELECT ticket_order.id, ticket_order.buyer_name AS name, ticket_order.buyer_email AS email,
      ticket_order.held_until AS heldUntil, ticket_order.proven, ticket_type.name AS typeName
    FROM ticket_orders AS ticket_order
    CROSS JOIN tickets AS ticket ON ticket.studio_id = ticket_order.studio_id
      AND ticket.order_id = ticket_order.id AND ticket.state = 'held'
    JOIN ticket_types AS ticket_type ON ticket_type.id = ticket.ticket_type_id
    WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.event_id = ${eventId}
      AND ticket_order.state = 'held' AND +ticket_order.held_until > ${now}
    ORDER BY +ticket_order.held_until, ticket_order.id LIMIT 600`)

/** The rows of each order come one behind the other. */
const toHeld = (rows: readonly HeldRow[]): HeldOrder[] =>
  rows
    .filter(({ id }, i) => rows[i - 1]?.id !== id)
    .map(({ typeName: _, proven, ...order }) => ({
      ...order,
      tickets: ticketsWords(
        rows.filter(({ id }) => id === order.id).map(({ typeName }) => typeName),
      ),
      proven: proven === 1,
    }))

/**
 * An event with its ticket types, its money, what is held now and the guests a search finds. Null for another
 * studio's id.
 */
export async function eventDeskPage(
  ctx: StudioContext,
  eventId: string,
  { q, view, most = 600 }: { q: string; view: GuestView | null; most?: number },
) {
  const read = await batch(ctx.db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
    money: moneyStatement(ctx, eventId),
    held: heldStatement(ctx, eventId),
    guests: ticketsStatement(
      ctx,
      sql`ticket.event_id = ${eventId} AND ${guestWhere[view ?? 'all']} AND ${searchSql(q)}`,
      most,
    ),
  })
  const [row] = read.event
  return row
    ? {
        event: toEvent(row),
        types: read.types.map(toType),
        money: read.money[0]!,
        held: toHeld(read.held),
        guests: read.guests,
      }
    : null
}

/** An event and its types, for a small page of it. Null for another studio's id. */
export async function eventWithTypes(ctx: StudioContext, eventId: string) {
  const read = await batch(ctx.db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
  })
  return read.event[0] ? { event: toEvent(read.event[0]), types: read.types.map(toType) } : null
}

type Line = { action: string; actorName: string; reason: string; createdAt: string }

/**
 * One ticket with its event, the other tickets of its order and what was done with it. Null for
 * another studio's id.
 */
export async function ticketDeskPage(ctx: StudioContext, eventId: string, ticketId: string) {
  const { db, studio } = ctx
  const read = await batch(db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    tickets: ticketsStatement(
      ctx,
      sql`ticket.event_id = ${eventId}
        AND ticket.order_id = (SELECT own.order_id FROM tickets AS own
          WHERE own.studio_id = ${studio.id} AND own.id = ${ticketId})`,
      40,
    ),
    timeline: db.all<Line>(sql`
      SELECT action, actor_name AS actorName, reason, created_at AS createdAt FROM audit_entries
      WHERE studio_id = ${studio.id} AND subject_kind = 'ticket' AND subject_id = ${ticketId}
      ORDER BY created_at DESC, rowid DESC LIMIT 30`),
  })
  const ticket = read.tickets.find(({ id }) => id === ticketId)
  return read.event[0] && ticket
    ? {
        event: toEvent(read.event[0]),
        ticket,
        others: read.tickets.filter(({ id }) => id !== ticketId),
        timeline: read.timeline,
      }
    : null
}

type Found = { id: string; name: string; email: string }

/**
 * An event and its types with who a search finds and who was chosen, for a sale by hand. Null for
 * another studio's id.
 */
export async function deskOrderPage(
  ctx: StudioContext,
  eventId: string,
  { q, personId }: { q: string; personId: string },
) {
  const { db, studio } = ctx
  const people = (where: SQL) =>
    db.all<Found>(sql`SELECT person.id, person.name, person.email FROM people AS person
      WHERE ${where}`)
  const read = await batch(db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
    chosen: people(
      sql`person.studio_id = ${studio.id} AND person.id = ${personId}
        AND person.archived_at IS NULL`,
    ),
    found: people(q === '' ? sql`0` : foundAtDeskSql(ctx, q, 8)),
  })
  return read.event[0]
    ? {
        event: toEvent(read.event[0]),
        types: read.types.map(toType),
        chosen: read.chosen[0] ?? null,
        found: q === '' ? null : read.found,
      }
    : null
}
