import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SaveRoomResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'below_classes'; most: number }

/**
 * Adds a room under the form's key, or changes it: its name, how many it holds and its numbered
 * places. Refuses fewer than a coming class there has places (`below_classes`): lower that first,
 * where its people are seen. `location` is a new location's name, or empty for `locationId`.
 */
export async function saveRoom(
  ctx: StaffContext,
  id: string,
  room: {
    name: string
    capacity: number
    spots: string
    spotColumns?: number
    locationId: string
    location: string
  },
  { change, newLocationId }: { change: boolean; newLocationId: string },
): Promise<SaveRoomResult> {
  const { db, studio, now } = ctx
  const { name, capacity, spots, location, spotColumns = 0 } = room
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
  const result = await batch(db, {
    location: location
      ? db.run(
          sql`INSERT INTO locations (id, studio_id, name)
            SELECT ${newLocationId}, ${studio.id}, ${location} WHERE ${most} <= ${capacity}
              AND NOT EXISTS (SELECT 1 FROM locations AS named
                WHERE named.studio_id = ${studio.id} AND named.name = ${location})
            ON CONFLICT DO NOTHING`,
        )
      : null,
    save: change
      ? db.run(sql`
          UPDATE rooms SET name = ${name}, capacity = ${capacity}, spots = ${spots},
            spot_columns = ${spotColumns}, location_id = ${locationId}
          WHERE studio_id = ${studio.id} AND id = ${id} AND ${place} AND ${most} <= ${capacity}`)
      : db.run(sql`
          INSERT INTO rooms (id, studio_id, location_id, name, capacity, spots, spot_columns)
          SELECT ${id}, ${studio.id}, ${locationId}, ${name}, ${capacity}, ${spots}, ${spotColumns}
          WHERE ${place} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: change ? 'room.changed' : 'room.added',
        subjectKind: 'room',
        subjectId: id,
        detail: { name, capacity, spots, spotColumns },
      },
      rightAfterChange,
    ),
    there: db.all<{ most: number }>(
      sql`SELECT ${most} AS most FROM rooms WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  if (changed(result.save) > 0) return { ok: true }
  const [there] = result.there
  if (!there) return { ok: false, reason: 'not_found' }
  if (!change) return { ok: true }
  return there.most > capacity
    ? { ok: false, reason: 'below_classes', most: there.most }
    : { ok: false, reason: 'not_found' }
}
