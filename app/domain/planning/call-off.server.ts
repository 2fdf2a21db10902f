import type { SQL } from 'drizzle-orm'
import { declineRequest } from '#app/domain/appointments/answer-request.server.ts'
import { cancelAtDesk } from '#app/domain/appointments/cancel-at-desk.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { cancelEvent } from '#app/domain/events/change-event.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type CallOffResult = { ok: true; told: number } | { ok: false; reason: 'over' }

/**
 * Calls off whatever is on the calendar, each kind through its own use case: credits and money
 * go back and people are notified as when it is cancelled on its own. Doing it again has no second
 * effect. `onlyIf` is part of the guard of a class or session; of an event or appointment it is to
 * be asked before.
 */
export async function callOff(
  ctx: StaffContext,
  { id, kind }: { id: string; kind: string },
  reason: string,
  onlyIf: SQL,
): Promise<CallOffResult> {
  if (kind === 'appointment') {
    const cancelled = await cancelAtDesk(ctx, id, { by: 'studio', reason })
    if (cancelled.ok) return { ok: true, told: 1 }
    // What was only asked for is declined.
    const declined = await declineRequest(ctx, id, reason)
    return declined.ok ? { ok: true, told: 1 } : { ok: false, reason: 'over' }
  }
  if (kind === 'event') {
    const cancelled = await cancelEvent(ctx, id, { reason })
    return cancelled.ok ? { ok: true, told: cancelled.notified } : { ok: false, reason: 'over' }
  }
  const result = await cancelOccurrence(ctx, id, { reason, onlyIf })
  return result.ok ? { ok: true, told: result.notified } : { ok: false, reason: 'over' }
}
