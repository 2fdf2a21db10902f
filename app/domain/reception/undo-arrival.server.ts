import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { turnStatement } from '#app/domain/bookings/roster/check-in.server.ts'
import { attendanceOpenSql } from '#app/domain/places/attendance-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type UndoArrivalResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'settled' | 'attendance_closed' }

/**
 * Takes a check-in at the desk back: the person is booked, as before, and the arrival stays in the
 * record as undone. Twice is once; not after the class is settled, nor once attendance may no longer
 * be edited.
 */
export async function undoCheckInAtDesk(
  ctx: StaffContext,
  bookingId: string,
): Promise<UndoArrivalResult> {
  const { db, studio, now } = ctx
  const { turned, found } = await batch(db, {
    turned: turnStatement(ctx, bookingId, { from: 'checked_in', to: 'booked', onlyIf: sql`1` }),
    audit: auditStatement(
      ctx,
      { action: 'booking.check_in_undone', subjectKind: 'booking', subjectId: bookingId },
      rightAfterChange,
    ),
    arrivals: db.run(sql`
      UPDATE arrivals INDEXED BY arrivals_by_booking SET undone_at = ${now}
      WHERE studio_id = ${studio.id} AND booking_id = ${bookingId} AND booking_id IS NOT NULL
        AND undone_at IS NULL AND EXISTS (
          SELECT 1 FROM bookings AS b
          WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId} AND b.state = 'booked')`),
    found: db.all<{ state: string; editable: number }>(sql`
      SELECT b.state, ${attendanceOpenSql(now)} AS editable
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId}`),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found' }
  if (changed(turned) > 0) return { ok: true }
  if (booking.state === 'checked_in' && !booking.editable)
    return { ok: false, reason: 'attendance_closed' }
  return booking.state === 'booked' ? { ok: true, again: true } : { ok: false, reason: 'settled' }
}

/** Takes a visit without a class back. Twice is once. */
export async function undoVisit(ctx: StaffContext, arrivalId: string): Promise<UndoArrivalResult> {
  const { db, studio, now } = ctx
  const { undone, found } = await batch(db, {
    undone: db.run(sql`
      UPDATE arrivals SET undone_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${arrivalId} AND booking_id IS NULL
        AND undone_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'arrival.undone', subjectKind: 'arrival', subjectId: arrivalId },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM arrivals
        WHERE studio_id = ${studio.id} AND id = ${arrivalId} AND booking_id IS NULL`,
    ),
  })
  if (found.length === 0) return { ok: false, reason: 'not_found' }
  return changed(undone) > 0 ? { ok: true } : { ok: true, again: true }
}
