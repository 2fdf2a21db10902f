/** A studio's first location and rooms, for the batch that opens it. */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type On = Pick<StudioContext, 'db' | 'studio'>

export function addLocationStatement(
  { db, studio }: On,
  location: { id: string; name: string; address: string },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO locations (id, studio_id, name, address)
    VALUES (${location.id}, ${studio.id}, ${location.name}, ${location.address})
    ON CONFLICT (id) DO NOTHING`)
}

/** `capacity` is how many people fit in. */
export function addRoomsStatement(
  { db, studio }: On,
  locationId: string,
  rooms: readonly { id: string; name: string; capacity: number }[],
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO rooms (id, studio_id, location_id, name, capacity)
    SELECT value ->> 'id', ${studio.id}, ${locationId}, value ->> 'name', value ->> 'capacity'
    FROM json_each(${JSON.stringify(rooms)}) WHERE true
    ON CONFLICT (id) DO NOTHING`)
}
