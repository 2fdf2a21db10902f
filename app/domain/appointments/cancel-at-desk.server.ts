import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { appointmentsStatement } from './appointment-queries.server.ts'
import {
  type Leaving,
  leaveStatements,
  leavingStatements,
  toLeaving,
} from './leave-appointment.server.ts'

export type CancelAtDeskResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'over' }

/**
 * Cancels an appointment at the desk. By the studio: nobody is late, credits and money go back, all
 * who come are told. For the person: as if they had pressed it themselves at this moment, late
 * after the cut-off. Twice is once.
 */
export async function cancelAtDesk(
  ctx: StaffContext,
  appointmentId: string,
  { by, reason }: { by: 'studio' | 'person'; reason: string },
): Promise<CancelAtDeskResult> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    found: appointmentsStatement(ctx, sql`appointment.id = ${appointmentId}`, 1),
  })
  const [was] = found
  if (!was) return { ok: false, reason: 'not_found' }
  if (['cancelled', 'late_cancelled', 'studio_cancelled'].includes(was.state))
    return { ok: true, again: true }
  if (was.state !== 'confirmed') return { ok: false, reason: 'over' }
  if (by === 'studio') {
    const result = await cancelOccurrence(ctx, appointmentId, { reason, appointment: true })
    if (!result.ok)
      return { ok: false, reason: result.reason === 'started' ? 'over' : result.reason }
    await db.run(sql`
      UPDATE appointments SET state = 'studio_cancelled', reason = ${reason.slice(0, 200)},
        ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${appointmentId} AND state = 'confirmed' AND EXISTS (
        SELECT 1 FROM occurrences AS o WHERE o.id = ${appointmentId} AND o.state = 'cancelled')`)
    return { ok: true }
  }
  const leaving: Leaving | null = toLeaving(
    ctx,
    await batch(db, leavingStatements(ctx, was.personId, appointmentId)),
  )
  if (!leaving) return { ok: false, reason: 'over' }
  const { leave, ...rest } = leaveStatements(ctx, leaving, {
    onlyIf: leaving.standsSql,
    atDesk: true,
  })
  const result = await batch(db, {
    leave,
    audit: auditStatement(
      ctx,
      {
        action: 'appointment.cancelled',
        subjectKind: 'appointment',
        subjectId: appointmentId,
        reason,
        detail: { late: leaving.cancellation.kind === 'late' },
      },
      rightAfterChange,
    ),
    ...rest,
  })
  return changed(result.leave) > 0 ? { ok: true } : { ok: true, again: true }
}
