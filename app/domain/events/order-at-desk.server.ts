import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { bookNotedOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { tillClosedSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { settleItemsOfStatement } from '#app/domain/billing/open-items.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { chargeStatement } from './confirm-order.server.ts'
import { ticketMail } from './event-mail.server.ts'
import { eventStatement, toEvent, typesStatement } from './event-queries.server.ts'
import { type KeptLink, newOrderLink, ticketsPath } from './order-links.server.ts'
import { orderStatements } from './order-statements.server.ts'

export type DeskOrder = {
  /** Of the form: sent twice, it is one order. */
  key: string
  typeId: string
  count: number
  name: string
  email: string
  personId: string | null
  /**
   * Paid here and now, to be paid at the door, put into the person's account, or given for nothing.
   */
  how: 'paid' | 'door' | 'account' | 'comp'
  reason: string
}

export type DeskOrderResult =
  | { ok: true; orderId: string; again?: true }
  | { ok: false; reason: 'not_found' | 'not_on_sale' | 'sold_out' | 'no_account' | 'banned' }

/**
 * Orders by hand, confirmed at once: staff are not bound to hours of sale, members only or how many
 * at once, but to the places there are. A door sale is paid here; what goes into an account needs a
 * person. Audited, once a key.
 */
export async function orderAtDesk(
  ctx: StaffContext,
  eventId: string,
  wish: DeskOrder,
): Promise<DeskOrderResult> {
  const { db, studio } = ctx
  const { key, typeId, count, name, email, personId, how, reason } = wish
  if (how === 'account' && personId === null) return { ok: false, reason: 'no_account' }
  const read = await batch(db, {
    event: eventStatement(ctx, sql`event.id = ${eventId}`),
    types: typesStatement(ctx, eventId),
    banned: db.all<{ banned: number }>(sql`SELECT ${bannedSql(sql`${personId}`)} AS banned`),
  })
  const type = read.types.find((one) => one.id === typeId)
  if (!read.event[0] || !type) return { ok: false, reason: 'not_found' }
  if (read.banned[0]?.banned === 1) return { ok: false, reason: 'banned' }
  const event = toEvent(read.event[0])
  const id = key
  const stands = sql`EXISTS (SELECT 1 FROM ticket_orders AS ticket_order
    WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.id = ${id}
      AND ticket_order.event_id = ${eventId})`
  const { order, tickets } = orderStatements(ctx, {
    id,
    eventId,
    personId,
    name,
    email,
    dedupeKey: `desk:${key}`,
    link: newOrderLink(ctx),
    lines: [{ typeId, count, priceMinor: type.priceMinor }],
    state: 'confirmed',
    pays: how === 'account' ? 'account' : 'door',
    paid: how === 'paid',
    comp: how === 'comp',
  })
  const result = await batch(db, {
    order,
    audit: auditStatement(
      ctx,
      {
        action: 'tickets.sold',
        subjectKind: 'event',
        subjectId: eventId,
        reason,
        detail: {
          orderId: id,
          typeId,
          count,
          how,
          priceMinor: how === 'comp' ? 0 : type.priceMinor,
        },
      },
      rightAfterChange,
    ),
    tickets,
    charge: chargeStatement(ctx, id, event.name),
    link: db.all<KeptLink>(
      sql`SELECT token, sealed FROM ticket_orders AS ticket_order
        WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.id = ${id} AND ${stands}`,
    ),
  })
  const [made] = result.link
  if (!made) return { ok: false, reason: event.state === 'on_sale' ? 'sold_out' : 'not_on_sale' }
  // The link is known behind the write; its key keeps a repeated form from mailing twice.
  await batch(db, {
    mail: ticketMail(ctx, {
      to: email,
      name,
      event,
      kind: 'tickets-ordered',
      cause: id,
      letter: {
        subject: `Your tickets: ${event.name}`,
        opening:
          'These tickets are yours. Show the code of each at the door, on your phone or on paper.',
        tickets: `${count} × ${type.name}`,
      },
      action: { label: 'See your tickets', path: ticketsPath(ctx, eventId, made) },
    }),
  })
  return changed(result.order) > 0
    ? { ok: true, orderId: id }
    : { ok: true, orderId: id, again: true }
}

/**
 * Notes that the money for an order has come, and how: at the door, or for its items in the account,
 * with their payment on the invoice. Twice is once; false: not found.
 */
export async function markPaid(
  ctx: StaffContext,
  eventId: string,
  orderId: string,
  method: MethodByHand,
): Promise<boolean | 'till_closed'> {
  const { db, studio, now } = ctx
  const closed = tillClosedSql(sql`${studio.id}`, sql`${localDate(now, studio.timeZone)}`)
  const own = sql`studio_id = ${studio.id} AND event_id = ${eventId} AND id = ${orderId}`
  const { found } = await batch(db, {
    paid: db.run(
      sql`UPDATE ticket_orders SET paid_at = ${now}
        WHERE ${own} AND paid_at IS NULL AND state = 'confirmed' AND NOT ${closed}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'tickets.paid',
        subjectKind: 'event',
        subjectId: eventId,
        detail: { orderId, method },
      },
      rightAfterChange,
    ),
    settle: settleItemsOfStatement(
      ctx,
      sql`SELECT ticket.id FROM tickets AS ticket
        JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
        WHERE ticket.studio_id = ${studio.id}
          AND ticket.order_id = ${orderId} AND ticket_order.event_id = ${eventId}
          AND ticket_order.pays = 'account' AND ticket_order.paid_at IS NOT NULL
          AND ticket.state IN ('valid','checked_in')`,
      { method, by: ctx.actor.name },
    ),
    found: db.all<{ personId: string | null; paid: number }>(
      sql`SELECT person_id AS personId, paid_at IS NOT NULL AS paid FROM ticket_orders
        WHERE ${own} AND state = 'confirmed'`,
    ),
  })
  const [order] = found
  if (!order) return false
  if (!order.paid) return 'till_closed'
  if (order.personId) await bookNotedOf(ctx, order.personId)
  return true
}
