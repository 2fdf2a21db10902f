/** What is in the way of a room or a coach: the one rule of guards and of words. */
import { type SQL, sql } from 'drizzle-orm'
import { inUseSql, peopleOf } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, localDateTime } from '#app/values/zone.ts'
import { openDaySql } from './closed-days.server.ts'
import { comesOnSql, weeklySeriesSql } from './coming-classes.server.ts'
import { unfitSql } from './unfit-sql.server.ts'

/** A room and a coach as they would be bound; `id` tells several apart. */
export type WantedPlace = {
  id?: string
  startsAt: Instant
  endsAt: Instant
  /** The coach is bound from and until these, where that is longer than the thing itself. */
  busyFrom?: Instant
  busyUntil?: Instant
  /** Null: no room is wanted, or nobody. */
  roomId: string | null
  coachId: string | typeof anybody | null
  /** What is moved or restored: its people need the equipment of its class type there too. */
  occurrenceId?: string
  /** The same of something new, and how many people it is for; or what its coach has to hold for it. */
  needs?: { classTypeId?: string; disciplineId?: string; people: number }
}

/** As a wanted coach: anyone who is bound then. */
export const anybody = '*'

export type Except = {
  /** Ids of what does not count: what is changed itself, and what was asked about already. */
  ids?: readonly string[]
  /** Series, courses, events and appointments of which nothing counts. */
  seriesIds?: readonly string[]
  /** Series of which what is to come does not count; what is made does. Or all of them. */
  comingOf?: readonly string[] | 'all'
  /** Drafts count as well: for who makes more of them. */
  drafts?: boolean
  /** Blocks do not count: for a block itself, beside which no room is turned round or set up. */
  blocks?: boolean
  /** What is wanted on a day its room is closed will not be made, so nothing is in its way. */
  openDays?: boolean
  /** Of what its coach does not hold, only that counts without which nobody may teach it. */
  must?: boolean
}

/**
 * Rows of whatever is in the way of `wanted` at the moment of asking: `for_id` of the wanted one,
 * `id` and `what` (`row`: anything on the calendar, being booked too; `coming`: a class that a
 * weekly series will have; `block`; `equipment`: less of it than people; `unfit`: its coach does not
 * hold what it asks for, where its class type is said; `hours`: it is outside those in which its
 * coach can teach), `starts_at` and `ends_at` or their walls, names' ids, and
 * whether it is about the room or the coach (`room`, `coach`), and whether it
 * is a `draft`. Buffers bind the coach and not the
 * room; a room is also taken for its turn-round after each thing and for the set-up of what comes
 * next: where only that is in the way, `reason` is its minutes. What is in the way of equipment is never excepted but by the id of the shortage, and
 * a qualification that blocks by nothing. A source for FROM.
 */
export function inTheWaySql(
  ctx: StudioContext,
  wanted: readonly WantedPlace[],
  { ids = [], seriesIds = [], comingOf = [], ...others }: Except,
): SQL {
  const { studio, now } = ctx
  const { drafts = false, blocks = true, openDays = false, must = false } = others
  const not = (id: SQL, list: readonly string[]) =>
    sql`${id} NOT IN (SELECT value FROM json_each(${JSON.stringify(list)}))`
  const named = (of: (one: WantedPlace) => string | null) =>
    JSON.stringify([...new Set(wanted.map(of))])
  const coachOf = (id: SQL) => sql`(wanted.coach_id = ${id} OR wanted.coach_id = ${anybody})`
  const open = openDays
    ? sql`WHERE ${openDaySql(
        ctx,
        sql`input.value ->> 'roomId'`,
        sql`substr(input.value ->> 'wallFrom', 1, 10)`,
      )}`
    : sql``
  // Whichever is later is set up before it; the room is turned round in between.
  const gapTo = (typeId: SQL) =>
    blocks
      ? sql`(wanted.turn + coalesce((SELECT next.set_up_minutes
    FROM class_types AS next WHERE next.id = ${typeId}), 0))`
      : sql`0`
  const room = sql`(other.room_id = wanted.room_id
    AND other.starts_at < ${later(sql`wanted.ends_at`, gapTo(sql`other.class_type_id`))}
    AND other.ends_at > wanted.room_from)`
  const coach = sql`(${coachOf(sql`other.coach_id`)}
    AND coalesce(other.busy_from, other.starts_at) < wanted.busy_until
    AND coalesce(other.busy_until, other.ends_at) > wanted.busy_from)`
  const begins = sql`day.value || substr(coming.first_start, 11)`
  const ends = sql`strftime('%Y-%m-%dT%H:%M', ${begins}, '+' || coming.minutes || ' minutes')`
  const comingRoom = sql`(coming.room_id = wanted.room_id
    AND ${begins} < ${laterOnWall(sql`wanted.wall_until`, gapTo(sql`coming.class_type_id`))}
    AND ${ends} > wanted.wall_room_from)`
  const comingCoach = sql`(${coachOf(sql`coming.coach_id`)}
    AND ${begins} < wanted.wall_busy_until AND ${ends} > wanted.wall_busy_from)`
  const outRoom = sql`(block.room_id = wanted.room_id
    AND block.starts_at < wanted.ends_at AND block.ends_at > wanted.starts_at)`
  const outCoach = sql`(${coachOf(sql`block.coach_id`)}
    AND block.starts_at < wanted.busy_until AND block.ends_at > wanted.busy_from)`
  const people = sql`coalesce(wanted.people, (SELECT ${peopleOf('moved')} FROM occurrences AS moved
    WHERE moved.studio_id = ${studio.id} AND moved.id = wanted.occurrence_id), 0)`
  const inUse = inUseSql(
    { from: sql`wanted.starts_at`, until: sql`wanted.ends_at` },
    (alias) => sql`${sql.raw(alias)}.id NOT IN (
      SELECT moved.occurrence_id FROM wanted AS moved WHERE moved.occurrence_id IS NOT NULL)`,
  )
  const usable = sql`(equipment.quantity - equipment.out_of_service)`
  return sql`(WITH asked AS (
      SELECT input.value ->> 'id' AS id, input.value ->> 'startsAt' AS starts_at,
        input.value ->> 'endsAt' AS ends_at, input.value ->> 'busyFrom' AS busy_from,
        input.value ->> 'busyUntil' AS busy_until, input.value ->> 'roomId' AS room_id,
        input.value ->> 'coachId' AS coach_id, input.value ->> 'wallFrom' AS wall_from,
        input.value ->> 'wallUntil' AS wall_until, input.value ->> 'wallBusyFrom' AS wall_busy_from,
        input.value ->> 'wallBusyUntil' AS wall_busy_until, input.value -> 'days' AS days,
        input.value ->> 'occurrenceId' AS occurrence_id, input.value ->> 'people' AS people,
        input.value ->> 'disciplineId' AS discipline_id,
        coalesce(input.value ->> 'classTypeId', (SELECT moved.class_type_id
          FROM occurrences AS moved WHERE moved.studio_id = ${studio.id}
            AND moved.id = input.value ->> 'occurrenceId')) AS class_type_id
      FROM json_each(${wantedRows(studio.timeZone, wanted)}) AS input ${open}),
    wanted AS (
      SELECT sized.*, ${later(sql`starts_at`, sql`-(turn + set_up)`)} AS room_from,
        ${laterOnWall(sql`wall_from`, sql`-(turn + set_up)`)} AS wall_room_from
      FROM (SELECT asked.*, ${
        blocks
          ? sql`coalesce((SELECT turn_round_minutes FROM rooms
            WHERE rooms.studio_id = ${studio.id} AND rooms.id = asked.room_id), 0)`
          : sql`0`
      } AS turn,
          coalesce((SELECT set_up_minutes FROM class_types
            WHERE class_types.id = asked.class_type_id), 0) AS set_up
        FROM asked) AS sized)
    SELECT wanted.id AS for_id, other.id, 'row' AS what, other.local_start,
      other.starts_at, other.ends_at, NULL AS local_end, other.class_type_id, other.room_id,
      other.coach_id, iif(other.room_id IS NOT wanted.room_id
        OR other.starts_at < wanted.ends_at AND other.ends_at > wanted.starts_at, '',
        iif(other.starts_at < wanted.starts_at, wanted.turn + wanted.set_up,
          ${gapTo(sql`other.class_type_id`)})) AS reason, coalesce(${room}, 0) AS room, coalesce(${coach}, 0) AS coach,
      other.state = 'draft' AS draft
    FROM wanted CROSS JOIN occurrences AS other ON other.studio_id = ${studio.id}
      AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', wanted.busy_from, '-1 day')
      AND other.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', wanted.busy_until, '+1 day')
    WHERE (other.state = 'scheduled' OR (other.state = 'held' AND other.held_until > ${now})
        ${drafts ? sql`OR other.state = 'draft'` : sql``})
      AND (${room} OR ${coach})
      AND ${not(sql`other.id`, ids)} AND ${not(sql`other.series_id`, seriesIds)}
    UNION ALL
    SELECT wanted.id, coming.id || '@' || day.value, 'coming', ${begins}, NULL, NULL,
      ${ends}, coming.class_type_id, coming.room_id, coming.coach_id,
      iif(coming.room_id IS NOT wanted.room_id
        OR ${begins} < wanted.wall_until AND ${ends} > wanted.wall_from, '',
        iif(${begins} < wanted.wall_from, wanted.turn + wanted.set_up,
          ${gapTo(sql`coming.class_type_id`)})),
      coalesce(${comingRoom}, 0), coalesce(${comingCoach}, 0), coming.is_draft
    FROM ${weeklySeriesSql(
      ctx,
      sql`(series.room_id IN (SELECT value FROM json_each(${named((one) => one.roomId)}))
        OR EXISTS (SELECT 1 FROM json_each(${named((one) => one.coachId)}) AS named
          WHERE named.value IN (series.coach_id, ${anybody})))
        AND ${comingOf === 'all' ? sql`0` : not(sql`series.id`, [...seriesIds, ...comingOf])}`,
      { drafts },
    )} AS coming CROSS JOIN wanted CROSS JOIN json_each(wanted.days) AS day
    WHERE (${comingRoom} OR ${comingCoach}) AND ${comesOnSql(sql`day.value`)}
      AND ${not(sql`coming.id || '@' || day.value`, ids)}
      AND ${openDaySql(ctx, sql`coming.room_id`, sql`day.value`)}
    UNION ALL
    SELECT wanted.id, block.id, 'block', NULL, block.starts_at, block.ends_at, NULL, NULL,
      block.room_id, block.coach_id, block.reason, coalesce(${outRoom}, 0),
      coalesce(${outCoach}, 0), 0
    FROM wanted CROSS JOIN blocks AS block ON block.studio_id = ${studio.id}
      AND block.ends_at > wanted.busy_from AND block.starts_at < wanted.busy_until
    WHERE ${blocks ? 1 : 0} = 1 AND (${outRoom} OR ${outCoach}) AND ${not(sql`block.id`, ids)}
    UNION ALL
    SELECT wanted.id, equipment.id || '@' || wanted.starts_at, 'equipment', NULL,
      wanted.starts_at, wanted.ends_at, NULL, NULL, NULL, NULL,
      equipment.name || ': ' || (${inUse} + ${people}) || ' needed then, ' || ${usable} || ' there',
      0, 0, 0
    FROM wanted CROSS JOIN equipment_needs AS need ON need.studio_id = ${studio.id}
      AND need.class_type_id = wanted.class_type_id
    JOIN equipment ON equipment.id = need.equipment_id AND equipment.archived_at IS NULL
      AND (equipment.room_id IS NULL OR equipment.room_id = wanted.room_id)
    WHERE ${people} > 0 AND ${inUse} + ${people} > ${usable}
      AND ${not(sql`equipment.id || '@' || wanted.starts_at`, ids)}
    UNION ALL
    ${unfitSql(ctx, wanted, must, (id) => not(id, ids))})`
}

/** An instant, or a wall time, so many minutes later. */
const later = (instant: SQL, minutes: SQL) =>
  sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${instant}, (${minutes}) || ' minutes')`
const laterOnWall = (wall: SQL, minutes: SQL) =>
  sql`strftime('%Y-%m-%dT%H:%M', ${wall}, (${minutes}) || ' minutes')`

/** The wanted ones as JSON, with what the wall shows then and the days whose classes may reach in. */
function wantedRows(zone: string, wanted: readonly WantedPlace[]): string {
  return JSON.stringify(
    wanted.map(
      ({ id, startsAt, endsAt, busyFrom = startsAt, busyUntil = endsAt, needs, ...who }) => {
        const [wallBusyFrom, wallBusyUntil] = [busyFrom, busyUntil].map((instant) =>
          localDateTime(instant, zone),
        ) as [string, string]
        return {
          id,
          startsAt,
          endsAt,
          busyFrom,
          busyUntil,
          ...who,
          ...needs,
          wallBusyFrom,
          wallBusyUntil,
          wallFrom: busyFrom === startsAt ? wallBusyFrom : localDateTime(startsAt, zone),
          wallUntil: busyUntil === endsAt ? wallBusyUntil : localDateTime(endsAt, zone),
          days: daysFrom(addDays(wallBusyFrom.slice(0, 10), -1), wallBusyUntil.slice(0, 10)),
        }
      },
    ),
  )
}

/** Further than this into a span nobody looks for weekly classes: a room that is out for good. */
const mostDays = 400

/** Both included; a span without end is cut. */
export function daysFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = first; day <= last && days.length < mostDays; day = addDays(day, 1)) days.push(day)
  return days
}
