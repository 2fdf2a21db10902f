import { sql } from 'drizzle-orm'
import type { BookingFacts } from '#app/domain/bookings/availability/booking-facts.server.ts'
import { lateEffect } from '#app/domain/bookings/cancellation-kind.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { bookingBooked, type PaidWith } from '#app/messages/booking-booked.ts'
import { messageOf } from './message-of.ts'

/** Whether the row holds a place paid by `pays`. */
export const bookedBy = (id: string, pays: Entitlement) =>
  sql`EXISTS (SELECT 1 FROM bookings AS b WHERE b.id = ${id} AND b.state = 'booked'
    AND ${columns[pays.kind]} = ${pays.id})`

const columns = { lot: sql`b.lot_id`, membership: sql`b.membership_id`, make_up: sql`b.make_up_id` }

/** The letter that says a place is booked; queued only if it is. */
export function bookedMail(
  ctx: StudioContext,
  { occurrence, person, now }: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  id: string,
  pays: Entitlement,
) {
  if (!person.email) return null
  const paid: PaidWith =
    pays.kind === 'lot'
      ? { kind: 'lot', name: pays.name, left: pays.left - 1 }
      : { kind: pays.kind, name: pays.name }
  const letter = bookingBooked({
    ...messageOf(ctx, person, occurrence),
    bookingId: id,
    paid,
    free:
      now <= occurrence.cutoffAt
        ? { cutoffAt: occurrence.cutoffAt, late: lateEffect(occurrence.policy, pays.kind) }
        : null,
  })
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `booking-booked:${id}`,
      to: person.email,
      kind: 'booking-booked',
      letter,
    },
    ctx.nowMs,
    bookedBy(id, pays),
  )
}
