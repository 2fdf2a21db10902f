import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SaveRoomResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'below_classes'; most: number }

/**
 * Adds a room under the form's key, or changes the one that is at `version`: its name, its capacity,
 * its numbered places, its turn-round, and what happens where something clashes. Refuses fewer than a coming class there has places (`below_classes`):
 * lower that first, where its people are seen; and an edit over someone else's (`changed`).
 * `location` is a new location's name, or empty for `locationId`.
 */
export async function saveRoom(
  ctx: StaffContext,
  id: string,
  room: {
    name: string
    capacity: number
    spots: string
    spotColumns?: number
    /** Minutes between two things in it. */
    turnRoundMinutes?: number
    /** Whether staff can go on with what clashes there. */
    clashes?: 'ask' | 'refuse'
    locationId: string
    location: string
  },
  { version, newLocationId }: { version: number | null; newLocationId: string },
): Promise<SaveRoomResult> {
  const { db, studio, now } = ctx
  const { name, capacity, spots, location, spotColumns = 0, turnRoundMinutes = 0 } = room
  const neverTwice = room.clashes === 'refuse' ? 1 : 0
  // By its name: a room that moves on to another new location gets that one, and a name that is
  // there already no second.
  const locationId = location
    ? sql`(SELECT named.id FROM locations AS named
      WHERE named.studio_id = ${studio.id} AND named.name = ${location} ORDER BY named.id LIMIT 1)`
    : sql`${room.locationId}`
  const most = sql`(SELECT coalesce(max(o.capacity), 0) FROM occurrences AS o
    WHERE o.studio_id = ${studio.id}
      AND o.room_id = ${id} AND o.starts_at > ${now} AND o.state IN ('scheduled','draft'))`
  const place = sql`EXISTS (SELECT 1 FROM locations AS location
    WHERE location.studio_id = ${studio.id} AND location.id = ${locationId})`
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const opened =
    version === null
      ? sql`NOT EXISTS (SELECT 1 FROM rooms WHERE ${own})`
      : sql`EXISTS (SELECT 1 FROM rooms WHERE ${own} AND version = ${version})`
  const columns = sql`name, capacity, spots, spot_columns, turn_round_minutes, never_twice,
    location_id`
  const values = sql`${name}, ${capacity}, ${spots}, ${spotColumns}, ${turnRoundMinutes}, ${neverTwice},
    ${locationId}`
  const result = await batch(db, {
    location: location
      ? db.run(
          sql`INSERT INTO locations (id, studio_id, name)
            SELECT ${newLocationId}, ${studio.id}, ${location} WHERE ${most} <= ${capacity}
              AND ${opened} AND NOT EXISTS (SELECT 1 FROM locations AS named
                WHERE named.studio_id = ${studio.id} AND named.name = ${location})
            ON CONFLICT DO NOTHING`,
        )
      : null,
    save:
      version === null
        ? db.run(sql`
            INSERT INTO rooms (id, studio_id, ${columns})
            SELECT ${id}, ${studio.id}, ${values} WHERE ${place} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE rooms SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
              AND ${place} AND ${most} <= ${capacity}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'room.added' : 'room.changed',
        subjectKind: 'room',
        subjectId: id,
        detail: { name, capacity, spots, spotColumns, turnRoundMinutes, neverTwice },
      },
      rightAfterChange,
    ),
    there: db.all<{ most: number; version: number; same: number }>(sql`
      SELECT ${most} AS most, version, (${columns}) IS (${values}) AS same
      FROM rooms WHERE ${own}`),
  })
  if (changed(result.save) > 0) return { ok: true }
  const [there] = result.there
  if (!there) return { ok: false, reason: 'not_found' }
  if (version === null || there.same === 1) return { ok: true }
  if (there.version !== version) return { ok: false, reason: 'changed' }
  return there.most > capacity
    ? { ok: false, reason: 'below_classes', most: there.most }
    : { ok: false, reason: 'not_found' }
}
