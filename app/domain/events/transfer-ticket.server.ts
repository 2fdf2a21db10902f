import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { nameInLetter } from '#app/values/text/greeting.ts'
import { ticketMail } from './event-mail.server.ts'
import type { TicketRow } from './event-queries.server.ts'
import type { EventView } from './event-view.ts'
import { findTicket, guestActor } from './give-back-ticket.server.ts'
import { isOrderLinkSql, isOwnLink, isTicketLinkSql, newOrderLink } from './order-links.server.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { newTicketCode } from './ticket-code.ts'

export type Holder = { name: string; email: string }
/** `code` is the new one, `token` the secret of the new holder's link; `byBuyer`: who passed it on. */
export type TransferResult =
  | { ok: true; code: string; token: string; byBuyer: boolean }
  | { ok: false; reason: OrderRefusal }

/**
 * Anyone who opens a ticket: the buyer by the link of the order while it is theirs, or its holder
 * by the ticket's own.
 */
export const openedBySql = (secret: string): SQL =>
  sql`((${isOrderLinkSql(secret)} AND ticket.transferred_at IS NULL)
    OR ${isTicketLinkSql(secret)})`

/**
 * Passes a ticket on: it gets the new holder's name, a new code and a link of its own, which is
 * mailed to them; the old code admits nobody from that moment, and the old link opens nothing.
 * Refuses tickets of events whose tickets stay with their holder, and what is used or over.
 */
export async function transferTicket(
  ctx: StudioContext,
  secret: string,
  ticketId: string,
  holder: Holder,
): Promise<TransferResult> {
  const found = await findTicket(
    ctx,
    sql`ticket.id = ${ticketId} AND (${isOrderLinkSql(secret)} OR ${isTicketLinkSql(secret)})`,
  )
  if (!found) return { ok: false, reason: 'not_found' }
  const { ticket, event } = found
  if (ticket.transferredAt && !isOwnLink(ticket, secret)) return { ok: false, reason: 'passed_on' }
  if (!event.transferable) return { ok: false, reason: 'not_transferable' }
  if (event.startsAt <= ctx.now) return { ok: false, reason: 'started' }
  return pass(ctx, ticket, event, holder)
}

/**
 * The desk passes a ticket on, whatever the event's rule says, until the event is over. Audited. To
 * anyone who has it already is once.
 */
export async function transferAtDesk(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
  holder: Holder,
): Promise<TransferResult | { ok: true; again: true }> {
  const found = await findTicket(ctx, sql`ticket.id = ${ticketId} AND ticket.event_id = ${eventId}`)
  if (!found) return { ok: false, reason: 'not_found' }
  const { ticket } = found
  if (
    ticket.transferredAt &&
    ticket.holderName === holder.name &&
    ticket.holderEmail === holder.email
  )
    return { ok: true, again: true }
  if (found.event.endsAt <= ctx.now) return { ok: false, reason: 'started' }
  return pass(ctx, found.ticket, found.event, holder, ctx.actor)
}

async function pass(
  ctx: StudioContext,
  ticket: TicketRow,
  event: EventView,
  holder: Holder,
  actor?: StaffContext['actor'],
): Promise<TransferResult> {
  if (ticket.state === 'checked_in') return { ok: false, reason: 'inside' }
  if (ticket.state !== 'valid') return { ok: false, reason: 'not_valid' }
  const { db, studio, now } = ctx
  const code = newTicketCode()
  const link = newOrderLink(ctx)
  const result = await batch(db, {
    // The old code is part of the condition: of two who pass the same ticket on at once, one does.
    pass: db.run(sql`
      UPDATE tickets SET holder_name = ${holder.name}, holder_email = ${holder.email},
        code = ${code}, transferred_at = ${now}, link_hash = ${link.hash},
        link_sealed = ${link.sealed}
      WHERE studio_id = ${studio.id} AND id = ${ticket.id} AND state = 'valid'
        AND code = ${ticket.code}`),
    audit: auditStatement(
      { ...ctx, actor: actor ?? guestActor(ticket.holderName) },
      {
        action: 'ticket.passed_on',
        subjectKind: 'ticket',
        subjectId: ticket.id,
        detail: { eventId: event.id, from: ticket.holderName, to: holder.name },
      },
      rightAfterChange,
    ),
    mail: ticketMail(
      ctx,
      {
        to: holder.email,
        name: holder.name,
        event,
        kind: 'ticket-passed-on',
        cause: code,
        letter: {
          subject: `A ticket for you: ${event.name}`,
          opening:
            `${nameInLetter(ticket.holderName)} has passed a ticket on to you. ` +
            'Show its code at the door, on your phone or on paper.',
          tickets: ticket.typeName,
          more: ticket.paid === 1 ? [] : ['It still has to be paid at the door.'],
        },
        action: { label: 'See your ticket', path: paths.tickets(studio, link.token) },
      },
      sql`EXISTS (SELECT 1 FROM tickets AS ticket
        WHERE ticket.studio_id = ${studio.id} AND ticket.id = ${ticket.id}
          AND ticket.code = ${code})`,
    ),
  })
  if (changed(result.pass) === 0) return { ok: false, reason: 'passed_on' }
  return { ok: true, code, token: link.token, byBuyer: ticket.transferredAt === null }
}
