import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { getBillingSettings } from '#app/domain/billing/settings/billing-settings.server.ts'
import { refundLimitOf } from '#app/domain/billing/settings/billing-settings.ts'
import { ticketBackSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { money } from '#app/values/wording.ts'
import { ticketMail } from './event-mail.server.ts'
import {
  eventStatement,
  type TicketRow,
  ticketsStatement,
  toEvent,
} from './event-queries.server.ts'
import { type EventView, refundOf, refundPercentAt } from './event-view.ts'
import { isOrderLinkSql, ticketsPath } from './order-links.server.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { endEmptyOrdersStatement, endTicketsStatements } from './return-statements.server.ts'

export type GiveBackResult =
  /** `refundMinor` goes back of what was paid; null where nothing had been paid. */
  | { ok: true; refundMinor: number; byHand: boolean; again?: true }
  | { ok: false; reason: OrderRefusal | 'over_limit' }

/** A ticket with its event, by a condition on `ticket` or `ticket_order`. */
export async function findTicket(
  ctx: StudioContext,
  where: SQL,
): Promise<{ ticket: TicketRow; event: EventView } | null> {
  const { tickets, event } = await batch(ctx.db, {
    tickets: ticketsStatement(ctx, where, 1),
    event: eventStatement(
      ctx,
      sql`event.id = (SELECT ticket.event_id FROM tickets AS ticket
        JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
        WHERE ticket.studio_id = ${ctx.studio.id} AND ${where})`,
    ),
  })
  return tickets[0] && event[0] ? { ticket: tickets[0], event: toEvent(event[0]) } : null
}

/**
 * The buyer gives a ticket back by the secret of their order; the event's rule says what goes back.
 * `expects` is the percent that was on the page: where it is another by now, `quote_changed`. What
 * was passed on is its holder's. The place is free at once. Twice is once.
 */
export async function giveBackTicket(
  ctx: StudioContext,
  token: string,
  ticketId: string,
  { expects }: { expects: number },
): Promise<GiveBackResult> {
  const where = sql`ticket.id = ${ticketId} AND ${isOrderLinkSql(token)}`
  const found = await findTicket(ctx, where)
  if (!found) return { ok: false, reason: 'not_found' }
  const { ticket, event } = found
  if (ticket.state === 'refunded')
    return { ok: true, refundMinor: ticket.refundMinor, byHand: isByHand(ticket), again: true }
  if (ticket.transferredAt) return { ok: false, reason: 'passed_on' }
  if (ticket.state === 'checked_in') return { ok: false, reason: 'inside' }
  if (ticket.state !== 'valid') return { ok: false, reason: 'not_valid' }
  if (event.startsAt <= ctx.now) return { ok: false, reason: 'started' }
  const percent = refundPercentAt(event, ctx.now)
  if (percent !== expects) return { ok: false, reason: 'quote_changed' }
  return endOne(
    ctx,
    ticket,
    event,
    percent,
    sql`ticket.state = 'valid' AND ticket.transferred_at IS NULL AND ticket.code = ${ticket.code}`,
  )
}

/** What was given back of the tickets of an order, by their return or by hand, in minor units. */
const givenOfOrderSql = ({ studio }: StudioContext, orderId: string): SQL => sql`(
  SELECT coalesce(sum(max(ticket.refund_minor, ${ticketBackSql})), 0) FROM tickets AS ticket
  WHERE ticket.studio_id = ${studio.id} AND ticket.order_id = ${orderId})`

/**
 * The desk gives a ticket back: by the rule, or all of it. Refused (`over_limit`) where more of its
 * order would go back than the studio lets the role refund, all refunds together, also of two at
 * once. Audited with the reason.
 */
export async function refundTicket(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
  { whole, reason }: { whole: boolean; reason: string },
): Promise<GiveBackResult> {
  const found = await findTicket(ctx, sql`ticket.id = ${ticketId} AND ticket.event_id = ${eventId}`)
  if (!found) return { ok: false, reason: 'not_found' }
  const { ticket, event } = found
  if (ticket.state === 'refunded')
    return { ok: true, refundMinor: ticket.refundMinor, byHand: isByHand(ticket), again: true }
  if (ticket.state === 'checked_in') return { ok: false, reason: 'inside' }
  if (ticket.state !== 'valid') return { ok: false, reason: 'not_valid' }
  const percent = whole ? 100 : refundPercentAt(event, ctx.now)
  const back = ticket.paid === 1 ? refundOf(ticket, percent) : 0
  const limit = refundLimitOf(await getBillingSettings(ctx), ctx.actor.role)
  const within =
    limit === null || back <= 0
      ? sql`1`
      : sql`${givenOfOrderSql(ctx, ticket.orderId)} + ${back} <= ${limit}`
  const result = await endOne(
    ctx,
    ticket,
    event,
    percent,
    sql`ticket.state = 'valid' AND ${within}`,
    {
      actor: ctx.actor,
      reason,
    },
  )
  if (result.ok || limit === null) return result
  // A ticket that is as valid as before was refused for its price alone.
  const after = await findTicket(ctx, sql`ticket.id = ${ticketId}`)
  return after?.ticket.state === 'valid' ? { ok: false, reason: 'over_limit' } : result
}

/** Anyone who acts by the secret of a link and not by an account, for the audit. */
export const guestActor = (name: string) => ({ userId: 'guest', name })

/** Money of a guest without an account is given back by hand. */
export const isByHand = ({
  personId,
  refundMinor,
  givenBackAt,
}: Pick<TicketRow, 'personId' | 'refundMinor' | 'givenBackAt'>) =>
  personId === null && refundMinor > 0 && givenBackAt === null

async function endOne(
  ctx: StudioContext,
  ticket: TicketRow,
  event: EventView,
  percent: number,
  onlyIf: SQL,
  byHand?: { actor: StaffContext['actor']; reason: string },
): Promise<GiveBackResult> {
  const { db, now } = ctx
  const done = sql`EXISTS (SELECT 1 FROM tickets AS ticket
    WHERE ticket.id = ${ticket.id} AND ticket.state = 'refunded' AND ticket.ended_at = ${now})`
  const { end, ...money } = endTicketsStatements(ctx, {
    which: sql`ticket.id = ${ticket.id}`,
    onlyIf,
    as: 'refunded',
    percent,
    working: `${event.name}: ${percent}% of a returned ticket`,
  })
  const result = await batch(db, {
    end,
    audit: auditStatement(
      { ...ctx, actor: byHand?.actor ?? guestActor(ticket.buyerName) },
      {
        action: 'ticket.refunded',
        subjectKind: 'ticket',
        subjectId: ticket.id,
        reason: byHand?.reason ?? '',
        detail: { eventId: event.id, percent, priceMinor: ticket.priceMinor },
      },
      rightAfterChange,
    ),
    ...money,
    order: endEmptyOrdersStatement(ctx, event.id),
    mail: backMail(ctx, ticket, event, percent, done),
    after: ticketsStatement(ctx, sql`ticket.id = ${ticket.id}`, 1),
  })
  const [after] = result.after
  if (after?.state !== 'refunded')
    return { ok: false, reason: after?.state === 'checked_in' ? 'inside' : 'not_valid' }
  const outcome = { refundMinor: after.refundMinor, byHand: isByHand(after) }
  return changed(result.end) > 0 ? { ok: true, ...outcome } : { ok: true, ...outcome, again: true }
}

function backSentence(
  ticket: TicketRow,
  percent: number,
  { currency, locale }: StudioContext['studio'],
): string {
  const back = refundOf(ticket, percent)
  if (ticket.paid !== 1)
    return percent === 100 || ticket.pays === 'door' || ticket.priceMinor === 0
      ? 'Nothing had been paid, and you owe nothing.'
      : `Nothing had been paid: you still owe ${money(ticket.leftPriceMinor - back, currency, locale)}.`
  if (back <= 0) return 'There is no refund.'
  const where = ticket.personId ? 'it’s on your account' : 'ask for it at the desk'
  return `You get ${money(back, currency, locale)} back: ${where}.`
}

function backMail(
  ctx: StudioContext,
  ticket: TicketRow,
  event: EventView,
  percent: number,
  done: SQL,
) {
  return ticketMail(
    ctx,
    {
      to: ticket.buyerEmail,
      name: ticket.buyerName,
      event,
      kind: 'ticket-given-back',
      cause: ticket.id,
      letter: {
        subject: `Returned: a ticket for ${event.name}`,
        opening: 'One of your tickets has been returned and is no longer valid.',
        tickets: ticket.typeName,
        more: [backSentence(ticket, percent, ctx.studio)],
      },
      action: { label: 'See your tickets', path: ticketsPath(ctx, event.id, ticket) },
    },
    done,
  )
}

/**
 * Notes that money which goes back by hand was given, of one order no more than the studio lets the
 * role refund (`over_limit`). Twice is once.
 */
export async function markGivenBack(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
): Promise<'done' | 'not_found' | 'over_limit'> {
  const { db, studio, now } = ctx
  const limit = refundLimitOf(await getBillingSettings(ctx), ctx.actor.role)
  const own = sql`studio_id = ${studio.id} AND event_id = ${eventId} AND id = ${ticketId}
    AND refund_minor > 0`
  const { found } = await batch(db, {
    given: db.run(sql`
      UPDATE tickets SET given_back_at = ${now} WHERE ${own} AND given_back_at IS NULL
        AND ${
          limit === null
            ? sql`1`
            : sql`refund_minor + (SELECT coalesce(sum(given.refund_minor), 0) FROM tickets AS given
                WHERE given.studio_id = tickets.studio_id AND given.order_id = tickets.order_id
                  AND given.given_back_at IS NOT NULL) <= ${limit}`
        }`),
    audit: auditStatement(
      ctx,
      {
        action: 'ticket.money_given_back',
        subjectKind: 'ticket',
        subjectId: ticketId,
        detail: { eventId },
      },
      rightAfterChange,
    ),
    found: db.all<{ givenAt: string | null }>(sql`
      SELECT given_back_at AS givenAt FROM tickets WHERE ${own}`),
  })
  if (!found[0]) return 'not_found'
  return found[0].givenAt === null ? 'over_limit' : 'done'
}
