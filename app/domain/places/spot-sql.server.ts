/** Numbered places of a room, as pieces of SQL. The occurrence goes by the alias `o`. */
import { type SQL, sql } from 'drizzle-orm'
import { seatedSql } from './booking-sql.server.ts'

/** The room of `o` has a place of this label. */
const inRoomSql = (spot: string): SQL =>
  spot === '' || spot.includes(',')
    ? sql`0`
    : sql`EXISTS (
  SELECT 1 FROM rooms AS room WHERE room.id = o.room_id
    AND instr(',' || replace(room.spots, ', ', ',') || ',', ${`,${spot},`}) > 0)`

/**
 * The place where it is there and free, else empty: a place in the class is not lost because a spot
 * is taken.
 */
export const spotIfFreeSql = (spot: string): SQL =>
  spot === '' ? sql`''` : sql`iif(${spotFreeSql(spot)}, ${spot}, '')`

/** The place is there and nobody has it. */
export const spotFreeSql = (spot: string): SQL => sql`(${inRoomSql(spot)} AND NOT EXISTS (
  SELECT 1 FROM bookings AS taken
  WHERE taken.studio_id = o.studio_id AND taken.occurrence_id = o.id AND taken.spot = ${spot}
    AND ${seatedSql('taken')}))`
