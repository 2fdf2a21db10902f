import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type BookingToCancel,
  bookingOfClassStatement,
} from '../cancelling/cancellation-queries.server.ts'

/** One booking of a class, for the desk. Null for another class's or another studio's id. */
export async function bookingAtDesk(
  ctx: StudioContext,
  occurrenceId: string,
  bookingId: string,
): Promise<BookingToCancel | null> {
  const { found } = await batch(ctx.db, {
    found: bookingOfClassStatement(ctx, occurrenceId, bookingId),
  })
  return found[0] ?? null
}
