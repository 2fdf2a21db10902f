import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { seriesVersionStatement } from '#app/domain/calendar/series-version.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { promoteFrom } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'

export type ChangeCapacityResult =
  | { ok: true; promoted: number }
  | {
      ok: false
      reason: 'not_found' | 'bad_capacity' | 'bad_walk_ins' | 'no_class' | 'over' | 'changed'
    }
  | { ok: false; reason: 'below_booked'; facts: { booked: number } }
  | { ok: false; reason: 'over_room'; facts: { room: number; roomName: string } }

/** What a form was opened with. */
export type PlacesShown = { capacity: number; walkIns?: number }

/**
 * Sets how many places a class has, and how many of these are kept for walk-ins (left out: as they
 * are), and gives new ones to the waitlist. Refuses fewer places than
 * people booked ("12 are booked"): nobody is dropped silently; more than the room holds; and a
 * class that is over or cancelled; places kept of a session of a course or workshop, whose places
 * are sold with it (`no_class`); and where `shown` is not what it has by now (`changed`). The
 * counts are in the UPDATE, so that a booking at the same moment counts. The version of its series
 * rises: a form of the class that was opened before is stale.
 */
export async function changeCapacity(
  ctx: StaffContext,
  occurrenceId: string,
  capacity: number,
  { shown, walkIns }: { shown?: PlacesShown; walkIns?: number } = {},
): Promise<ChangeCapacityResult> {
  if (walkIns !== undefined && (!Number.isInteger(walkIns) || walkIns < 0 || walkIns >= capacity))
    return { ok: false, reason: 'bad_walk_ins' }
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 1_000)
    return { ok: false, reason: 'bad_capacity' }
  const { db, studio, now } = ctx
  const kept = walkIns === undefined ? sql`o.walk_ins` : sql`${walkIns}`
  const asShown = shown
    ? sql`o.capacity = ${shown.capacity} AND o.walk_ins = ${shown.walkIns ?? sql`o.walk_ins`}`
    : sql`1`
  const result = await batch(db, {
    room: db.all<{ room: number; roomName: string; own: number; kept: number; kind: string }>(sql`
      SELECT room.capacity AS room, room.name AS roomName, o.capacity AS own, o.walk_ins AS kept,
        o.kind
      FROM occurrences AS o
      JOIN rooms AS room ON room.id = o.room_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    change: db.run(sql`
      UPDATE occurrences AS o SET capacity = ${capacity}, walk_ins = min(${kept}, ${capacity} - 1)
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
        AND (o.capacity <> ${capacity} OR o.walk_ins <> ${kept}) AND ${asShown}
        AND ${walkIns ? sql`o.kind = 'class'` : sql`1`} AND ${bookedCountSql} <= ${capacity}
        AND o.kind <> 'event' AND o.state = 'scheduled' AND o.ends_at > ${now}
        AND (o.capacity >= ${capacity}
          OR (SELECT room.capacity FROM rooms AS room WHERE room.id = o.room_id) >= ${capacity})`),
    audit: auditStatement(
      ctx,
      {
        action: 'occurrence.capacity_changed',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: walkIns === undefined ? { capacity } : { capacity, walkIns },
      },
      rightAfterChange,
    ),
    version: seriesVersionStatement(ctx, occurrenceId, rightAfterChange),
    ...promotionFactStatements(ctx, occurrenceId),
  })
  const [occurrence] = result.promoting
  const [room] = result.room
  if (!occurrence || !room) return { ok: false, reason: 'not_found' }
  const stands =
    room.own === capacity &&
    room.kept === (walkIns ?? room.kept) &&
    occurrence.state === 'scheduled' &&
    occurrence.endsAt > now
  if (changed(result.change) > 0 || stands)
    return { ok: true, promoted: await promoteFrom(ctx, occurrenceId, result) }
  if (occurrence.state !== 'scheduled' || occurrence.endsAt <= now)
    return { ok: false, reason: 'over' }
  if (room.kind !== 'class' && walkIns) return { ok: false, reason: 'no_class' }
  if (shown && (room.own !== shown.capacity || room.kept !== (shown.walkIns ?? room.kept)))
    return { ok: false, reason: 'changed' }
  if (occurrence.booked > capacity)
    return { ok: false, reason: 'below_booked', facts: { booked: occurrence.booked } }
  return { ok: false, reason: 'over_room', facts: { room: room.room, roomName: room.roomName } }
}
