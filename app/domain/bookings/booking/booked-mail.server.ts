import { type SQL, sql } from 'drizzle-orm'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { type OutgoingMessage, queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { bookingBooked, type PaidWith } from '#app/messages/booking-booked.ts'
import type { BookingFacts } from '../availability/booking-facts.server.ts'
import { messageOf } from './message-of.ts'

/** Whether the row holds a place paid by `pays`. */
export const bookedBy = (id: string, pays: Entitlement) =>
  sql`EXISTS (SELECT 1 FROM bookings AS b WHERE b.id = ${id} AND b.state = 'booked'
    AND ${columns[pays.kind]} = ${pays.id})`

const columns = { lot: sql`b.lot_id`, membership: sql`b.membership_id`, make_up: sql`b.make_up_id` }

/** The letter that says a place is booked; queued only if it is. */
export function bookedMail(
  ctx: StudioContext,
  facts: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  id: string,
  pays: Entitlement,
) {
  const mail = bookedMessage(ctx, facts, id, pays)
  return mail && queueStatement(ctx.db, mail.message, ctx.nowMs, mail.onlyIf)
}

/** That letter and its condition, for a statement that queues several; null without an address. */
export function bookedMessage(
  ctx: StudioContext,
  { occurrence, person, now }: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  id: string,
  pays: Entitlement,
): { message: OutgoingMessage; onlyIf: SQL } | null {
  if (!person.email) return null
  const paid: PaidWith =
    pays.kind === 'lot'
      ? { kind: 'lot', name: pays.name, left: pays.left - 1 }
      : { kind: pays.kind, name: pays.name }
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.policy },
    { paidBy: pays.kind },
    now,
  )
  const letter = bookingBooked({
    ...messageOf(ctx, person, occurrence),
    bookingId: id,
    paid,
    cancelling: cancellationSentence(terms, 'letter', ctx.studio),
  })
  return {
    message: {
      studioId: ctx.studio.id,
      dedupeKey: `booking-booked:${id}`,
      to: person.email,
      kind: 'booking-booked',
      letter,
    },
    onlyIf: bookedBy(id, pays),
  }
}
