import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type EquipmentRow = {
  id: string
  name: string
  roomId: string | null
  roomName: string | null
  quantity: number
  outOfService: number
  defect: string
  inspectDays: number | null
  inspectedOn: LocalDate | null
  dueOn: LocalDate | null
  version: number
  /** Class types that need one for each person, separated by commas. */
  needs: string | null
}
export type RoomRow = {
  id: string
  name: string
  capacity: number
  spots: string
  /** Places in a row of the map; 0 is one row. */
  spotColumns: number
  location: string
  locationId: string
}
export type BlockRow = {
  id: string
  what: string
  startsAt: Instant
  endsAt: Instant
  reason: string
}

const equipmentStatement = ({ db, studio }: StudioContext): Statement<EquipmentRow[]> =>
  db.all<EquipmentRow>(sql`
    SELECT q.id, q.name, q.room_id AS roomId, r.name AS roomName, q.quantity, q.out_of_service AS outOfService, q.defect,
      q.inspect_days AS inspectDays, q.inspected_on AS inspectedOn, q.due_on AS dueOn, q.version,
      (SELECT group_concat(k.class_type_id) FROM equipment_needs AS k WHERE k.studio_id = q.studio_id AND k.equipment_id = q.id) AS needs
    FROM equipment AS q LEFT JOIN rooms AS r ON r.id = q.room_id
    WHERE q.studio_id = ${studio.id} AND q.archived_at IS NULL ORDER BY q.name LIMIT 200`)

const roomsStatement = ({ db, studio }: StudioContext): Statement<RoomRow[]> =>
  db.all<RoomRow>(sql`
    SELECT r.id, r.name, r.capacity, r.spots, r.spot_columns AS spotColumns, place.name AS location, place.id AS locationId
    FROM rooms AS r JOIN locations AS place ON place.id = r.location_id
    WHERE r.studio_id = ${studio.id} ORDER BY place.name, r.name LIMIT 100`)

/** Rooms by location, equipment and the blocks to come, in one batch. */
export async function facilitiesPage(ctx: StudioContext) {
  const { db, studio, now } = ctx
  const { coaches } = choicesStatements(ctx)
  return batch(db, {
    rooms: roomsStatement(ctx),
    equipment: equipmentStatement(ctx),
    coaches,
    blocks: db.all<BlockRow>(sql`
      SELECT y.id, coalesce(r.name, h.name) AS what, y.starts_at AS startsAt, y.ends_at AS endsAt, y.reason
      FROM blocks AS y LEFT JOIN rooms AS r ON r.id = y.room_id LEFT JOIN people AS h ON h.id = y.coach_id
      WHERE y.studio_id = ${studio.id} AND y.ends_at > ${now} ORDER BY y.starts_at LIMIT 100`),
  })
}

/** What the forms of a room and of equipment choose from, with the rows that stand. */
export async function facilityFormPage(ctx: StudioContext) {
  const { db, studio } = ctx
  return batch(db, {
    rooms: roomsStatement(ctx),
    equipment: equipmentStatement(ctx),
    locations: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM locations WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`),
    types: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM class_types WHERE studio_id = ${studio.id} AND kind = 'class' AND archived_at IS NULL
      ORDER BY name LIMIT 300`),
  })
}
