/**
 * From when and until when occurrence `o` takes its `room`: set-up of its `class_type` and the
 * room's turn-round included. Two of one room clash where these spans meet.
 */
import { sql } from 'drizzle-orm'

export const roomFromSql = sql.raw(
  `strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at, -class_type.set_up_minutes || ' minutes')`,
)
export const roomUntilSql = sql.raw(
  `strftime('%Y-%m-%dT%H:%M:%SZ', o.ends_at, room.turn_round_minutes || ' minutes')`,
)
