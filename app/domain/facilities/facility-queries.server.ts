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
  /** Places per row of the map; 0 is one row. */
  spotColumns: number
  turnRoundMinutes: number
  neverTwice: number
  location: string
  locationId: string
  version: number
}
export type BlockRow = {
  id: string
  what: string
  startsAt: Instant
  endsAt: Instant
  reason: string
  /** It is of an absence that was approved. */
  timeOff: number
}

const equipmentStatement = ({ db, studio }: StudioContext): Statement<EquipmentRow[]> =>
  db.all<EquipmentRow>(sql`
    SELECT equipment.id, equipment.name, equipment.room_id AS roomId, room.name AS roomName,
      equipment.quantity, equipment.out_of_service AS outOfService, equipment.defect,
      equipment.inspect_days AS inspectDays, equipment.inspected_on AS inspectedOn,
      equipment.due_on AS dueOn, equipment.version,
      (SELECT group_concat(need.class_type_id) FROM equipment_needs AS need
        WHERE need.studio_id = equipment.studio_id AND need.equipment_id = equipment.id) AS needs
    FROM equipment LEFT JOIN rooms AS room ON room.id = equipment.room_id
    WHERE equipment.studio_id = ${studio.id} AND equipment.archived_at IS NULL
    ORDER BY equipment.name LIMIT 200`)

const roomsStatement = ({ db, studio }: StudioContext): Statement<RoomRow[]> =>
  db.all<RoomRow>(sql`
    SELECT room.id, room.name, room.capacity, room.spots, room.spot_columns AS spotColumns,
      room.turn_round_minutes AS turnRoundMinutes, room.never_twice AS neverTwice,
      place.name AS location, place.id AS locationId,
      room.version
    FROM rooms AS room JOIN locations AS place ON place.id = room.location_id
    WHERE room.studio_id = ${studio.id} ORDER BY place.name, room.name LIMIT 100`)

export type LocationRow = {
  id: string
  name: string
  address: string
  directions: string
  /** As `parseHours` reads them. */
  hours: string
  version: number
}

/** Locations by name. */
export const locationsStatement = ({ db, studio }: StudioContext): Statement<LocationRow[]> =>
  db.all<LocationRow>(sql`
    SELECT id, name, address, directions, hours, version FROM locations
    WHERE studio_id = ${studio.id} ORDER BY name LIMIT 50`)

/** One location; no row for a foreign id. */
export const locationStatement = (
  { db, studio }: StudioContext,
  id: string,
): Statement<LocationRow[]> =>
  db.all<LocationRow>(sql`
    SELECT id, name, address, directions, hours, version FROM locations
    WHERE studio_id = ${studio.id} AND id = ${id}`)

/** Locations, rooms by location, equipment and the blocks to come, in one batch. */
export async function facilitiesPage(ctx: StudioContext) {
  const { db, studio, now } = ctx
  const { coaches } = choicesStatements(ctx)
  return batch(db, {
    locations: locationsStatement(ctx),
    rooms: roomsStatement(ctx),
    equipment: equipmentStatement(ctx),
    coaches,
    blocks: db.all<BlockRow>(sql`
      SELECT block.id, coalesce(room.name, coach.name) AS what, block.starts_at AS startsAt,
        block.ends_at AS endsAt, block.reason,
        EXISTS (SELECT 1 FROM time_off WHERE time_off.id = block.id) AS timeOff
      FROM blocks AS block LEFT JOIN rooms AS room ON room.id = block.room_id
      LEFT JOIN people AS coach ON coach.id = block.coach_id
      WHERE block.studio_id = ${studio.id} AND block.ends_at > ${now} ORDER BY block.starts_at
      LIMIT 100`),
  })
}

/** What the forms of a room and of equipment choose from, with the rows that stand. */
export async function facilityFormPage(ctx: StudioContext) {
  const { db, studio } = ctx
  return batch(db, {
    rooms: roomsStatement(ctx),
    equipment: equipmentStatement(ctx),
    locations: locationsStatement(ctx),
    types: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM class_types
      WHERE studio_id = ${studio.id} AND kind IN ('class','appointment') AND archived_at IS NULL
      ORDER BY kind DESC, name LIMIT 300`),
  })
}
