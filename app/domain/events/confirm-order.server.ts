import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { openItemsOfStatement } from '#app/domain/billing/open-items.server.ts'
import { ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'
import { ticketMail } from './event-mail.server.ts'
import {
  eventStatement,
  takenOfTypeSql,
  ticketsStatement,
  toEvent,
} from './event-queries.server.ts'
import { refundRule, ticketsWords } from './event-view.ts'
import { isOrderLinkSql } from './order-links.server.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { releaseStatements } from './order-statements.server.ts'

export type ConfirmOrderResult = { ok: true; again?: true } | { ok: false; reason: OrderRefusal }

export type OrderRow = {
  id: string
  eventId: string
  personId: string | null
  name: string
  email: string
  state: 'held' | 'confirmed' | 'lapsed' | 'cancelled'
  heldUntil: string | null
  totalMinor: number
  pays: 'free' | 'door' | 'account'
  paidAt: string | null
}

/** An order by the secret of its link. */
export const orderStatement = ({ db, studio }: StudioContext, token: string) =>
  db.all<OrderRow>(sql`
    SELECT id, event_id AS eventId, person_id AS personId, buyer_name AS name,
      buyer_email AS email, state,
      held_until AS heldUntil, total_minor AS totalMinor, pays, paid_at AS paidAt
    FROM ticket_orders AS ticket_order WHERE studio_id = ${studio.id} AND ${isOrderLinkSql(token)}`)

/** The open items of an order's tickets, one each, so that each can be given back separately. */
export const chargeStatement = (ctx: StudioContext, orderId: string, eventName: string) =>
  openItemsOfStatement(ctx, {
    kind: 'ticket',
    cause: 'ticket',
    rows: sql`
      SELECT ticket_order.person_id, ticket.id AS subject_id, ticket.price_minor AS amount_minor,
        ${eventName} || ': ' || ticket_type.name AS working
      FROM tickets AS ticket JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
      JOIN ticket_types AS ticket_type ON ticket_type.id = ticket.ticket_type_id
      WHERE ticket.studio_id = ${ctx.studio.id} AND ticket.order_id = ${orderId}
        AND ticket_order.state = 'confirmed' AND ticket_order.pays = 'account'
        AND ticket_order.person_id IS NOT NULL AND ticket.state IN ('valid','checked_in')`,
  })

/**
 * Confirms what an order holds, while it holds it: its tickets are valid, and the buyer gets a mail
 * with their link. `personId` is who presses: an open item can only be put into the account of the
 * person who ordered. What costs nothing is `free`. Twice is once. Refuses an order whose minutes
 * are over (`lapsed`), an event that is not on sale any more, and a buyer whom the studio keeps out,
 * told by their address too: by then they have shown it is theirs.
 */
export async function confirmOrder(
  ctx: StudioContext,
  token: string,
  { pays, personId }: { pays: 'door' | 'account'; personId: string | null },
): Promise<ConfirmOrderResult> {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    order: orderStatement(ctx, token),
    event: eventStatement(
      ctx,
      sql`event.id = (SELECT ticket_order.event_id FROM ticket_orders AS ticket_order
        WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(token)})`,
    ),
    tickets: ticketsStatement(
      ctx,
      sql`ticket.order_id = (SELECT ticket_order.id FROM ticket_orders AS ticket_order
        WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(token)})`,
      40,
    ),
    banned: db.all<{ banned: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM ticket_orders AS ticket_order JOIN people AS buyer
        ON buyer.studio_id = ticket_order.studio_id AND buyer.banned_at IS NOT NULL
          AND (buyer.id = ticket_order.person_id OR buyer.email = lower(ticket_order.buyer_email))
        WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(token)}
          AND ticket_order.state = 'held') AS banned`),
  })
  const [order] = read.order
  if (!order || !read.event[0]) return { ok: false, reason: 'not_found' }
  const event = toEvent(read.event[0])
  if (read.banned[0]?.banned === 1) return { ok: false, reason: 'banned' }
  const own = order.personId !== null && order.personId === personId
  const charged = pays === 'account' && own ? 'account' : 'door'
  const way = order.totalMinor === 0 ? 'free' : charged
  const total = money(order.totalMinor, studio.currency, studio.locale)
  const more = {
    free: ['They’re free.'],
    door: [`${total} to pay at the door.`],
    account: [`${total} to pay, on your account.`],
  }[way]
  const result = await batch(db, {
    // A press that was on its way when the minutes ended meets anyone who was let in meanwhile: both
    // would be one too many.
    confirm: db.run(sql`
      UPDATE ticket_orders SET state = 'confirmed', pays = ${way}, held_until = NULL,
        proven = 1
      WHERE studio_id = ${studio.id} AND id = ${order.id} AND state = 'held' AND held_until > ${now}
        AND EXISTS (
          SELECT 1 FROM events AS event JOIN occurrences AS o ON o.id = event.id
          WHERE event.studio_id = ${studio.id}
            AND event.id = ${order.eventId} AND event.state = 'on_sale' AND o.starts_at > ${now}
            AND ${ticketsTakenSql(sql`event.id`, sql`event.studio_id`, now)} <= event.capacity
            AND NOT EXISTS (SELECT 1 FROM ticket_types AS ticket_type
              WHERE ticket_type.studio_id = event.studio_id AND ticket_type.event_id = event.id
                AND ticket_type.capacity IS NOT NULL
                AND ${takenOfTypeSql(now)} > ticket_type.capacity))`),
    tickets: db.run(sql`
      UPDATE tickets SET state = 'valid'
      WHERE studio_id = ${studio.id} AND order_id = ${order.id} AND state = 'held'
        AND EXISTS (SELECT 1 FROM ticket_orders AS ticket_order
          WHERE ticket_order.id = ${order.id} AND ticket_order.state = 'confirmed')`),
    charge: chargeStatement(ctx, order.id, event.name),
    mail: ticketMail(
      ctx,
      {
        to: order.email,
        name: order.name,
        event,
        kind: 'tickets-ordered',
        cause: order.id,
        letter: {
          subject: `Your tickets: ${event.name}`,
          opening:
            'These tickets are yours. Show the code of each at the door, ' +
            'on your phone or on paper.',
          tickets: ticketsWords(read.tickets.map(({ typeName }) => typeName)),
          more: [...more, refundRule(event, studio)],
        },
        action: { label: 'See your tickets', path: paths.tickets(studio, token) },
      },
      sql`EXISTS (SELECT 1 FROM ticket_orders AS ticket_order
        WHERE ticket_order.id = ${order.id} AND ticket_order.state = 'confirmed')`,
    ),
    after: orderStatement(ctx, token),
  })
  if (changed(result.confirm) > 0) return { ok: true }
  const state = result.after[0]?.state
  if (state === 'confirmed') return { ok: true, again: true }
  if (event.state !== 'on_sale') return { ok: false, reason: 'not_on_sale' }
  return { ok: false, reason: event.startsAt <= now ? 'started' : 'lapsed' }
}

/**
 * Gives back what an order holds, before its minutes are over. Twice is once; what is confirmed
 * stays.
 */
export async function releaseOrder(ctx: StudioContext, token: string): Promise<void> {
  await batch(ctx.db, releaseStatements(ctx, token))
}

const overSql = ({ studio, now }: Look): SQL =>
  sql`ticket_order.studio_id = ${studio} AND ticket_order.state = 'held'
    AND ticket_order.held_until <= ${now}`

/** Whether a studio has orders whose minutes are over. */
export const lapseOrdersDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM ticket_orders AS ticket_order WHERE ${overSql(look)})`

/**
 * Ends orders whose minutes are over. Their places were free from that very instant; answers how
 * many orders ended.
 */
export async function lapseOrders(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const over = overSql(lookAt(ctx))
  const { orders } = await batch(db, {
    tickets: db.run(sql`
      UPDATE tickets SET state = 'lapsed', ended_at = ${now}
      WHERE studio_id = ${studio.id} AND state = 'held'
        AND order_id IN (SELECT ticket_order.id FROM ticket_orders AS ticket_order WHERE ${over})`),
    orders: db.run(sql`UPDATE ticket_orders AS ticket_order SET state = 'lapsed' WHERE ${over}`),
  })
  return changed(orders)
}
