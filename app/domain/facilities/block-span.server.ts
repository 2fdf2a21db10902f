import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { placesFreeSql } from '#app/domain/calendar/free-guards.server.ts'
import { inTheWaySql } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { type Anyway, isMeant } from '#app/domain/calendar/shown-clashes.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type InTheWay = { id: string; title: string; localStart: LocalDateTime; booked: number }
export type BlockResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'in_the_way'; inTheWay: string[] }

/**
 * Takes a room or a coach out of use for a span, so that nothing new can be scheduled there. Anything
 * already scheduled, weekly series included, is listed first (`in_the_way`) and stays if staff confirm
 * (`anyway`): a block moves and cancels nothing. If more was scheduled since the list was shown, staff
 * are asked again.
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
  { anyway }: { anyway: Anyway },
): Promise<BlockResult> {
  const { db, studio, now } = ctx
  const { roomId, coachId, startsAt, endsAt, reason } = block
  // What is over already is in nobody's way.
  const wanted = [{ startsAt: startsAt > now ? startsAt : now, endsAt, roomId, coachId }]
  const { rows, own } = await batch(db, {
    rows: db.all<InTheWay>(sql`
      SELECT way.id, class_type.name AS title, way.local_start AS localStart, (
        SELECT count(*) FROM bookings AS counted
        WHERE counted.studio_id = ${studio.id} AND counted.occurrence_id = way.id
          AND counted.state = 'booked') AS booked
      FROM ${inTheWaySql(ctx, wanted, { blocks: false })} AS way
      JOIN class_types AS class_type ON class_type.id = way.class_type_id
      ORDER BY way.local_start LIMIT 1000`),
    own: db.all<{ id: string }>(sql`
      SELECT id FROM rooms WHERE studio_id = ${studio.id} AND id IS ${roomId}
      UNION ALL SELECT id FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND id IS ${coachId}`),
  })
  if (own.length !== 1) return { ok: false, reason: 'not_found' }
  const inTheWay = inTheWayWords(rows, studio.locale)
  if (!isMeant(anyway, inTheWay)) return { ok: false, reason: 'in_the_way', inTheWay }
  const id = newId()
  const free = placesFreeSql(ctx, wanted, { blocks: false, ids: rows.map((row) => row.id) })
  const there = sql`EXISTS (SELECT 1 FROM blocks AS block
    WHERE block.studio_id = ${studio.id} AND block.room_id IS ${roomId}
      AND block.coach_id IS ${coachId} AND block.starts_at = ${startsAt}
      AND block.ends_at = ${endsAt})`
  const result = await batch(db, {
    add: db.run(sql`
      INSERT INTO blocks (id, studio_id, room_id, coach_id, starts_at, ends_at, reason, created_at)
      SELECT ${id}, ${studio.id}, ${roomId}, ${coachId}, ${startsAt}, ${endsAt}, ${reason}, ${now}
      WHERE NOT ${there} AND ${free}`),
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
    there: db.all<{ there: number }>(sql`SELECT ${there} AS there`),
  })
  if (changed(result.add) > 0 || result.there[0]?.there === 1) return { ok: true }
  // Put there since it was asked: it is told before it is meant.
  return blockSpan(ctx, block, { anyway: false })
}

/** So many are told; more would not be read. */
const mostListed = 50

/** `Pole 2: spins, Tue 13 Oct, 09:00: 8 people booked`, and how many more. */
function inTheWayWords(rows: readonly InTheWay[], locale: string): string[] {
  const rest = rows.length - mostListed
  return [
    ...rows
      .slice(0, mostListed)
      .map(
        ({ title, localStart, booked }) =>
          `${title}, ${dayShortTime(localStart, locale)}: ` +
          `${count(booked, 'person', 'people')} booked`,
      ),
    ...(rest > 0 ? [`And ${rest} more`] : []),
  ]
}

/** Removes a block, but for that of an approved absence, which is cancelled instead. Twice is once. */
export async function removeBlock(ctx: StaffContext, blockId: string): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    remove: db.run(sql`
      DELETE FROM blocks WHERE studio_id = ${studio.id} AND id = ${blockId}
        AND NOT EXISTS (SELECT 1 FROM time_off WHERE time_off.id = blocks.id)`),
    audit: auditStatement(
      ctx,
      { action: 'block.removed', subjectKind: 'block', subjectId: blockId },
      rightAfterChange,
    ),
  })
}
