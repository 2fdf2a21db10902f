import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { bookedCountSql } from './booking-sql.server.ts'
import { promoteFrom } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'

export type ChangeCapacityResult =
  | { ok: true; promoted: number }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'bad_capacity' }
  | { ok: false; reason: 'below_booked'; facts: { booked: number } }

/**
 * Sets how many places a class has and gives new ones to the waitlist. Refuses fewer places than people booked ("12 are
 * booked"): nobody is dropped silently. The count stands in the UPDATE, so that a booking at the same moment counts.
 */
export async function changeCapacity(
  ctx: StudioContext,
  occurrenceId: string,
  capacity: number,
): Promise<ChangeCapacityResult> {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 1_000) return { ok: false, reason: 'bad_capacity' }
  const { db, studio } = ctx
  const result = await batch(db, {
    change: db.run(sql`
      UPDATE occurrences AS o SET capacity = ${capacity}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${bookedCountSql} <= ${capacity}`),
    ...promotionFactStatements(ctx, occurrenceId),
  })
  const [occurrence] = result.promoting
  if (!occurrence) return { ok: false, reason: 'not_found' }
  if (changed(result.change) === 0) {
    return { ok: false, reason: 'below_booked', facts: { booked: occurrence.booked } }
  }
  return { ok: true, promoted: await promoteFrom(ctx, occurrenceId, result) }
}
