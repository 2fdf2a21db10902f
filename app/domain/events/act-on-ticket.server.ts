import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { attendanceWords } from '#app/domain/places/attendance-window.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { money } from '#app/values/wording.ts'
import { undoTicketCheckIn } from './check-in-ticket.server.ts'
import type { ticketActForm } from './event-fields.ts'
import { findTicket, markGivenBack, refundTicket } from './give-back-ticket.server.ts'
import { markPaid } from './order-at-desk.server.ts'
import { orderSentences } from './order-refusals.ts'
import { transferAtDesk } from './transfer-ticket.server.ts'

export type TicketAct = z.output<typeof ticketActForm>
export type TicketActResult =
  | { ok: true; message: string }
  | { ok: false; reason: string; message: string }

const gone: TicketActResult = { ok: false, reason: 'not_found', message: orderSentences.not_found }

const overLimit: TicketActResult = {
  ok: false,
  reason: 'over_limit',
  message: 'That’s more than you can refund of one order. Ask someone who may refund more.',
}

/**
 * Does what a form of a ticket asks for, by the use case of that act, and says it in one sentence.
 */
export async function actOnTicket(
  ctx: StaffContext,
  eventId: string,
  ticketId: string,
  act: TicketAct,
): Promise<TicketActResult> {
  switch (act.act) {
    case 'undo': {
      const result = await undoTicketCheckIn(ctx, eventId, ticketId, act)
      if (result.ok) return { ok: true, message: 'Admission undone. Ticket valid again.' }
      if ('window' in result) {
        const message = attendanceWords(result.window, ctx.studio)
        return { ok: false, reason: result.reason, message }
      }
      return result.reason === 'not_found'
        ? gone
        : { ok: false, reason: result.reason, message: 'This guest isn’t inside.' }
    }
    case 'pass': {
      const result = await transferAtDesk(ctx, eventId, ticketId, act)
      return result.ok
        ? { ok: true, message: `The ticket is now ${act.name}’s, with a new code.` }
        : { ok: false, reason: result.reason, message: orderSentences[result.reason] }
    }
    case 'refund': {
      const result = await refundTicket(ctx, eventId, ticketId, {
        whole: act.share === 'whole',
        reason: act.reason,
      })
      if (!result.ok) {
        return result.reason === 'over_limit'
          ? overLimit
          : { ok: false, reason: result.reason, message: orderSentences[result.reason] }
      }
      const { currency, locale } = ctx.studio
      const back = money(result.refundMinor, currency, locale)
      if (result.refundMinor === 0) return { ok: true, message: 'Returned. No refund.' }
      return {
        ok: true,
        message: result.byHand
          ? `Returned. Refund ${back} by hand, then mark it here.`
          : `Returned. ${back} is on their account.`,
      }
    }
    case 'paid': {
      const found = await findTicket(
        ctx,
        sql`ticket.id = ${ticketId} AND ticket.event_id = ${eventId}`,
      )
      const done = found && (await markPaid(ctx, eventId, found.ticket.orderId, act.method))
      if (done === 'till_closed')
        return {
          ok: false,
          reason: done,
          message: 'Today’s takings are closed. Record it tomorrow.',
        }
      return done ? { ok: true, message: 'Order marked as paid.' } : gone
    }
    case 'given': {
      const given = await markGivenBack(ctx, eventId, ticketId)
      if (given === 'over_limit') return overLimit
      return given === 'done' ? { ok: true, message: 'Marked as refunded.' } : gone
    }
  }
}
