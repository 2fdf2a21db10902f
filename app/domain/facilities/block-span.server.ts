import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

export type InTheWay = { title: string; localStart: LocalDateTime; booked: number }
export type BlockResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'in_the_way'; rows: InTheWay[] }

/**
 * Takes a room or a coach out for a span: nothing new is put there. What stands there already is
 * told first (`in_the_way`) and stays where it is with `anyway`: nobody is moved or dropped by a
 * block.
 */
export async function blockSpan(
  ctx: StaffContext,
  block: {
    roomId: string | null
    coachId: string | null
    startsAt: Instant
    endsAt: Instant
    reason: string
  },
  { anyway }: { anyway: boolean },
): Promise<BlockResult> {
  const { db, studio, now } = ctx
  const { roomId, coachId, startsAt, endsAt, reason } = block
  const { rows, own } = await batch(db, {
    rows: db.all<InTheWay>(sql`
      SELECT class_type.name AS title, o.local_start AS localStart, (
        SELECT count(*) FROM bookings AS counted
        WHERE counted.studio_id = o.studio_id AND counted.occurrence_id = o.id
          AND counted.state = 'booked') AS booked
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE o.studio_id = ${studio.id}
        AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${startsAt}, '-1 day')
        AND o.starts_at < ${endsAt} AND o.ends_at > ${startsAt} AND o.ends_at > ${now}
        AND (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now}))
        AND (o.room_id IS ${roomId} OR o.coach_id IS ${coachId}) ORDER BY o.starts_at LIMIT 50`),
    own: db.all<{ id: string }>(sql`
      SELECT id FROM rooms WHERE studio_id = ${studio.id} AND id IS ${roomId}
      UNION ALL SELECT id FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND id IS ${coachId}`),
  })
  if (own.length !== 1) return { ok: false, reason: 'not_found' }
  if (rows.length > 0 && !anyway) return { ok: false, reason: 'in_the_way', rows }
  const id = newId()
  await batch(db, {
    add: db.run(sql`
      INSERT INTO blocks (id, studio_id, room_id, coach_id, starts_at, ends_at, reason, created_at)
      SELECT ${id}, ${studio.id}, ${roomId}, ${coachId}, ${startsAt}, ${endsAt}, ${reason}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM blocks AS block
        WHERE block.studio_id = ${studio.id} AND block.room_id IS ${roomId}
          AND block.coach_id IS ${coachId} AND block.starts_at = ${startsAt}
          AND block.ends_at = ${endsAt})`),
    audit: auditStatement(
      ctx,
      {
        action: 'block.added',
        subjectKind: roomId ? 'room' : 'person',
        subjectId: roomId ?? coachId ?? '',
        reason,
        detail: { startsAt, endsAt },
      },
      rightAfterChange,
    ),
  })
  return { ok: true }
}

/** Removes a block. Twice is once. */
export async function removeBlock(ctx: StaffContext, blockId: string): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    remove: db.run(sql`DELETE FROM blocks WHERE studio_id = ${studio.id} AND id = ${blockId}`),
    audit: auditStatement(
      ctx,
      { action: 'block.removed', subjectKind: 'block', subjectId: blockId },
      rightAfterChange,
    ),
  })
}
