import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type Cancellation, termsOf } from './cancellation.ts'
import type { BookingToCancel } from './cancellation-queries.server.ts'
import { cancelStatements } from './cancellation-statements.server.ts'

/**
 * Ends bookings that what paid for them does not cover any more, for the batch of that change: free,
 * whatever the clock says, and only where `onlyIf` holds. Their places go to the waitlist.
 */
export function freeBookingStatements(
  ctx: StudioContext & { actor: Actor },
  bookings: readonly BookingToCancel[],
  onlyIf: SQL,
) {
  return Object.fromEntries(
    bookings.flatMap((booking, i) =>
      Object.entries(
        cancelStatements(ctx, booking, freeOf(ctx, booking), { atDesk: true, onlyIf }),
      ).map(([name, statement]) => [`freed${i}_${name}`, statement] as const),
    ),
  )
}

const freeOf = ({ now }: StudioContext, booking: BookingToCancel): Cancellation => ({
  kind: 'on_time',
  terms: termsOf(booking, now),
  leadsTo: 'cancelled_on_time',
  credit: null,
  backMinor: 0,
  feeMinor: 0,
  feeDueAt: now,
})

/** Another membership of the person pays for what this one was to pay for, from a day on. */
export function repointBookingsStatement(
  { db, studio }: StudioContext,
  { personId, from, to, since }: { personId: string; from: string; to: string; since: LocalDate },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE bookings SET membership_id = ${to}
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND membership_id = ${from}
      AND state IN ('booked','checked_in') AND ${onlyIf}
      AND EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.id = bookings.occurrence_id AND o.local_start >= ${since})`)
}
