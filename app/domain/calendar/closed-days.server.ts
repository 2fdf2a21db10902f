/** Days on which the studio, or a location of it, does not open, as others ask for them. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayShort } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { ToldClosure } from './closed-words.ts'

/** A closure that holds for room `room` on local date `date`; both are SQL. */
function closuresSql({ studio }: StudioContext, room: SQL, date: SQL): SQL {
  return sql`SELECT 1 FROM closures AS closure
    WHERE closure.studio_id = ${studio.id} AND closure.until_date >= ${date}
      AND closure.from_date <= ${date} AND closure.state IN ('applying','applied')
      AND (closure.location_id IS NULL OR closure.location_id = (
        SELECT asked_room.location_id FROM rooms AS asked_room
        WHERE asked_room.studio_id = closure.studio_id AND asked_room.id = ${room}))`
}

/** Whether room `room` is open on `date`: for guards of what is made or moved there. */
export const openDaySql = (ctx: StudioContext, room: SQL, date: SQL): SQL =>
  sql`NOT EXISTS (${closuresSql(ctx, room, date)})`

/** Whether room `room` is open on each of `dates`. */
export const openDaysOfSql = (ctx: StudioContext, room: SQL, dates: readonly LocalDate[]): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify([...new Set(dates)])}) AS asked_day
    WHERE NOT ${openDaySql(ctx, room, sql`asked_day.value`)})`

export type ClosedRoom = { roomId: string; name: string; fromDate: LocalDate; untilDate: LocalDate }

/**
 * Which rooms are closed within `from` and `until` (both inclusive), a row for each closure of each
 * room.
 */
export function closedRoomsStatement(
  { db, studio }: StudioContext,
  { from, until }: { from: LocalDate; until: LocalDate },
): Statement<ClosedRoom[]> {
  return db.all<ClosedRoom>(sql`
    SELECT room.id AS roomId, closure.name, closure.from_date AS fromDate,
      closure.until_date AS untilDate
    FROM closures AS closure
    JOIN rooms AS room ON room.studio_id = closure.studio_id
      AND (closure.location_id IS NULL OR closure.location_id = room.location_id)
    WHERE closure.studio_id = ${studio.id} AND closure.until_date >= ${from}
      AND closure.from_date <= ${until}
      AND closure.state IN ('applying','applied') ORDER BY closure.from_date LIMIT 1000`)
}

/** The closure of a room on a date, among rows of `closedRoomsStatement`. */
export const closureOf = (
  rows: readonly ClosedRoom[],
  roomId: string,
  date: LocalDate,
): ClosedRoom | undefined =>
  rows.find((row) => row.roomId === roomId && row.fromDate <= date && date <= row.untilDate)

/** `Closed Tue 5 Jan: Easter`, for each of these days on which its room is closed. */
export const closedDayWords = (
  rows: readonly ClosedRoom[],
  days: readonly { roomId: string; date: LocalDate }[],
  locale: string,
): string[] =>
  days.flatMap(({ roomId, date }) => {
    const closure = closureOf(rows, roomId, date)
    return closure ? [`Closed ${dayShort(date, locale)}: ${closure.name}`] : []
  })

/** Closures that touch local dates from `from` to `until` (both inclusive), for whom they concern. */
export function toldClosuresStatement(
  { db, studio }: StudioContext,
  { from, until }: { from: LocalDate; until: LocalDate },
): Statement<ToldClosure[]> {
  return db.all<ToldClosure>(sql`
    SELECT closure.name, closure.message, location.name AS location,
      closure.from_date AS fromDate, closure.until_date AS untilDate
    FROM closures AS closure LEFT JOIN locations AS location ON location.id = closure.location_id
    WHERE closure.studio_id = ${studio.id} AND closure.until_date >= ${from}
      AND closure.from_date <= ${until} AND closure.state IN ('applying','applied')
    ORDER BY closure.from_date, closure.id LIMIT 10`)
}
