import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { voidItemsOfStatement } from '#app/domain/billing/open-items.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type WaiveFeeResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'collected' }

/**
 * Waives the fee of a booking that is not collected yet; what happened to the place and the credit
 * stays. Twice is once. Refused where the money has been taken: that is a refund.
 */
export async function waiveFee(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { reason }: { reason: string },
): Promise<WaiveFeeResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND booking_id = ${bookingId} AND EXISTS (
    SELECT 1 FROM bookings AS b
    WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId} AND b.occurrence_id = ${occurrenceId})`
  const { waived, fees } = await batch(db, {
    waived: db.run(
      sql`UPDATE fees SET state = 'waived', reason = ${reason}
        WHERE ${own} AND state IN ('pending','due')`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'fee.waived', subjectKind: 'booking', subjectId: bookingId, reason },
      rightAfterChange,
    ),
    // What was charged of it already is owed no more.
    charged: voidItemsOfStatement(
      ctx,
      sql`SELECT fee.id FROM fees AS fee WHERE fee.studio_id = ${studio.id}
        AND fee.booking_id = ${bookingId} AND fee.state = 'waived'`,
    ),
    fees: db.all<{ state: string }>(sql`SELECT state FROM fees WHERE ${own}`),
  })
  if (changed(waived) > 0) return { ok: true }
  if (fees.length === 0) return { ok: false, reason: 'not_found' }
  return fees.some(({ state }) => state === 'collected')
    ? { ok: false, reason: 'collected' }
    : { ok: true, again: true }
}
