import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { orderStatement } from './confirm-order.server.ts'
import { ticketMail } from './event-mail.server.ts'
import { eventStatement, ticketsStatement, toEvent } from './event-queries.server.ts'
import { ticketsWords } from './event-view.ts'
import { guestActor } from './give-back-ticket.server.ts'
import { isOrderLinkSql, isTicketLinkSql, newOrderLink } from './order-links.server.ts'
import { newTicketCode } from './ticket-code.ts'

/** Only the buyer's own account gets `token` here; everyone else gets it by email. */
export type ReplaceLinkResult =
  | { ok: true; token: string | null }
  | { ok: false; reason: 'not_found' | 'no_address' }

/**
 * Makes another link in place of one that somebody else may have, of an order or of a ticket that
 * was passed on, and other codes of the tickets that it shows: the old ones stop at once. Anyone
 * who has the link may press, also someone it leaked to, so the new one goes to the address of its
 * owner.
 */
export async function replaceTicketLink(
  ctx: StudioContext,
  secret: string,
  { personId }: { personId: string | null },
): Promise<ReplaceLinkResult> {
  const { db, studio } = ctx
  const ofOrder = sql`ticket.order_id = (SELECT ticket_order.id FROM ticket_orders AS ticket_order
    WHERE ticket_order.studio_id = ${studio.id} AND ${isOrderLinkSql(secret)}
      AND ticket_order.state = 'confirmed') AND ticket.transferred_at IS NULL`
  const ofOwn = isTicketLinkSql(secret)
  const read = await batch(db, {
    order: orderStatement(ctx, secret),
    ofOrder: ticketsStatement(ctx, sql`ticket.state = 'valid' AND ${ofOrder}`, 40),
    ofOwn: ticketsStatement(ctx, sql`ticket.state = 'valid' AND ${ofOwn}`, 1),
    event: eventStatement(
      ctx,
      sql`event.id = (SELECT ticket.event_id FROM tickets AS ticket
        WHERE ticket.studio_id = ${studio.id} AND (${ofOrder} OR ${ofOwn}) LIMIT 1)`,
    ),
  })
  const order = read.order[0] ?? null
  const tickets = order ? read.ofOrder : read.ofOwn
  const [ticket] = tickets
  if (!ticket || !read.event[0]) return { ok: false, reason: 'not_found' }
  const owner = order
    ? { name: order.name, email: order.email, personId: order.personId }
    : { name: ticket.holderName, email: ticket.holderEmail, personId: null }
  const own = owner.personId !== null && owner.personId === personId
  if (owner.email === '' && !own) return { ok: false, reason: 'no_address' }

  const link = newOrderLink(ctx)
  const codes = tickets.map(({ id }) => ({ id, code: newTicketCode() }))
  const isNew = order
    ? sql`EXISTS (SELECT 1 FROM ticket_orders AS made
        WHERE made.studio_id = ${studio.id} AND made.token_hash = ${link.hash})`
    : sql`EXISTS (SELECT 1 FROM tickets AS made
        WHERE made.studio_id = ${studio.id} AND made.link_hash = ${link.hash})`
  const result = await batch(db, {
    // The old link is part of the condition: of two presses at once one makes a new link.
    replace: order
      ? db.run(sql`
          UPDATE ticket_orders AS ticket_order
          SET token = '', token_hash = ${link.hash}, sealed = ${link.sealed}
          WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.id = ${order.id}
            AND ticket_order.state = 'confirmed' AND ${isOrderLinkSql(secret)}`)
      : db.run(sql`
          UPDATE tickets AS ticket SET link_hash = ${link.hash}, link_sealed = ${link.sealed}
          WHERE ticket.studio_id = ${studio.id} AND ticket.id = ${ticket.id}
            AND ticket.state = 'valid' AND ${ofOwn}`),
    audit: auditStatement(
      { ...ctx, actor: guestActor(owner.name) },
      {
        action: 'ticket.link_replaced',
        subjectKind: 'ticket',
        subjectId: ticket.id,
        detail: { eventId: ticket.eventId },
      },
      rightAfterChange,
    ),
    codes: db.run(sql`
      UPDATE tickets SET code = input.value ->> 'code'
      FROM json_each(${JSON.stringify(codes)}) AS input
      WHERE tickets.studio_id = ${studio.id} AND tickets.id = input.value ->> 'id'
        AND tickets.state = 'valid' AND ${isNew}
        ${order ? sql`AND tickets.transferred_at IS NULL` : sql``}`),
    mail: ticketMail(
      ctx,
      {
        to: owner.email,
        name: owner.name,
        event: toEvent(read.event[0]),
        kind: 'tickets-new-link',
        cause: link.hash,
        letter: {
          subject: `Your new link: ${toEvent(read.event[0]).name}`,
          opening:
            'Your tickets have a new link and new codes, because someone asked for them. ' +
            'The old link and the old codes no longer work.',
          tickets: ticketsWords(tickets.map(({ typeName }) => typeName)),
        },
        action: { label: 'See your tickets', path: paths.tickets(studio, link.token) },
      },
      isNew,
    ),
  })
  if (changed(result.replace) === 0) return { ok: false, reason: 'not_found' }
  return { ok: true, token: own ? link.token : null }
}
