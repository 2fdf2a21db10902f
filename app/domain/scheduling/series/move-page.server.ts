import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { closedRoomsStatement } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { liveSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant, minutesBetween } from '#app/values/instant.ts'
import { instantOf, type LocalDateTime, localDate, localDateTime } from '#app/values/zone.ts'
import { type MoveChoice, refusalOfMove } from './move-words.ts'
import { concernedStatement, meetsWords } from './moved-people.server.ts'

/** Something on the calendar as it stands, and what a move of it needs to know. */
export type MovedRow = {
  id: string
  kind: OfferingKind
  seriesId: string
  title: string
  topic: string
  state: string
  localStart: LocalDateTime
  startsAt: Instant
  endsAt: Instant
  roomId: string
  roomName: string
  coachId: string
  coachName: string
  capacity: number
  policyId: string
  sequence: number
  /** Of the series of a class; null for what is none. */
  version: number | null
  /** People with a place or waiting, and people enrolled in the course. */
  live: number
  enrolled: number
}

/** A place and time that something is to have; what is left out stays. */
export type WantedMove = Partial<Omit<MoveChoice, 'localStart'>> & { date?: string; time?: string }

const movedStatement = ({ db, studio }: StudioContext, id: string) =>
  db.all<MovedRow>(sql`
    SELECT o.id, o.kind, o.series_id AS seriesId, class_type.name AS title, o.topic, o.state,
      o.local_start AS localStart, o.starts_at AS startsAt, o.ends_at AS endsAt,
      o.room_id AS roomId, room.name AS roomName, o.coach_id AS coachId,
      coach.name AS coachName, o.capacity, o.policy_id AS policyId, o.sequence, series.version,
      (SELECT count(*) FROM bookings AS b
        WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${liveSql('b')}) AS live,
      (SELECT count(*) FROM enrolments AS enrolment
        WHERE enrolment.studio_id = o.studio_id AND enrolment.course_id = o.series_id
          AND enrolment.state = 'enrolled') AS enrolled
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = o.coach_id
    LEFT JOIN series ON series.id = o.series_id AND o.kind = 'class'
    WHERE o.studio_id = ${studio.id} AND o.id = ${id}`)

/** More names than these are only counted. */
const mostTold = 12

/** Who is told of a move: anyone who is in a class or waits, and who is enrolled for a session. */
const toldStatement = ({ db, studio }: StudioContext, id: string) =>
  db.all<{ name: string }>(sql`
    SELECT person.name FROM occurrences AS o
    CROSS JOIN people AS person ON +person.studio_id = o.studio_id AND person.id IN (
      SELECT b.person_id FROM bookings AS b
      WHERE o.kind = 'class' AND b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND ${liveSql('b')}
      UNION SELECT enrolment.person_id FROM enrolments AS enrolment
      WHERE o.kind <> 'class' AND enrolment.studio_id = o.studio_id
        AND enrolment.course_id = o.series_id AND enrolment.state = 'enrolled')
    WHERE o.studio_id = ${studio.id} AND o.id = ${id}
    ORDER BY person.name LIMIT ${mostTold}`)

/**
 * One thing on the calendar with the rooms and coaches it could have. Null for another studio's id.
 */
export async function thingToMove(ctx: StudioContext, id: string) {
  const { coaches, rooms } = choicesStatements(ctx)
  const { found, ...choices } = await batch(ctx.db, {
    found: movedStatement(ctx, id),
    told: toldStatement(ctx, id),
    coaches,
    rooms,
  })
  return found[0] ? { row: found[0], ...choices } : null
}

/**
 * What a thing would be: the wanted place and time where they are said and make sense, else as it
 * is.
 */
export function choiceOf(
  row: MovedRow,
  { date, time, minutes, roomId, coachId }: WantedMove,
): MoveChoice {
  return {
    localStart: `${date ?? row.localStart.slice(0, 10)}T${time ?? row.localStart.slice(11)}`,
    minutes: minutes ?? minutesBetween(row.startsAt, row.endsAt),
    roomId: roomId ?? row.roomId,
    coachId: coachId ?? row.coachId,
  }
}

type EquipmentRow = { name: string; usable: number; needed: number; titles: string }

/**
 * What is in the way of a thing at another time or place, by name: in `taken` the room or coach
 * taken or out, and more equipment needed at once than there is, which can be done anyway, since
 * nobody is moved or dropped by it; in `closed` the closure of another day or place, which cannot.
 */
export async function conflictsOf(
  ctx: StudioContext,
  row: MovedRow,
  choice: MoveChoice,
): Promise<{ taken: string[]; closed: string | null }> {
  const { db, studio } = ctx
  const { roomId, coachId } = choice
  const startsAt = instantOf(choice.localStart, studio.timeZone)
  const endsAt = addMinutes(startsAt, choice.minutes)
  const date = localDate(startsAt, studio.timeZone)
  const lastDate = localDate(addMinutes(endsAt, -1), studio.timeZone)
  const moves = startsAt !== row.startsAt || endsAt !== row.endsAt
  // A room that it has at these times already was settled before.
  const newRoom = moves || roomId !== row.roomId ? roomId : null
  const { taken, closed, short, concerned } = await batch(db, {
    concerned: concernedStatement(ctx, moves ? [{ id: row.id, startsAt, endsAt }] : []),
    taken: conflictsStatement(
      ctx,
      [{ startsAt, endsAt, roomId: newRoom, coachId, occurrenceId: row.id }],
      { ids: [row.id] },
    ),
    closed: closedRoomsStatement(ctx, { from: date, until: lastDate }),
    // Of what rooms share; what is in a room is as free as the room.
    short: db.all<EquipmentRow>(sql`
      SELECT equipment.name, equipment.quantity - equipment.out_of_service AS usable,
        ${row.capacity} + sum(other.capacity) AS needed,
        group_concat(DISTINCT other_type.name) AS titles
      FROM occurrences AS o
      JOIN equipment_needs AS need ON need.studio_id = o.studio_id
        AND need.class_type_id = o.class_type_id
      JOIN equipment ON equipment.id = need.equipment_id AND equipment.room_id IS NULL
        AND equipment.archived_at IS NULL
      CROSS JOIN occurrences AS other ON other.studio_id = o.studio_id
        AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${startsAt}, '-1 day')
        AND other.starts_at < ${endsAt}
        AND other.ends_at > ${startsAt} AND other.id <> o.id AND other.state = 'scheduled'
      JOIN equipment_needs AS other_need ON other_need.studio_id = o.studio_id
        AND other_need.equipment_id = equipment.id
        AND other_need.class_type_id = other.class_type_id
      JOIN class_types AS other_type ON other_type.id = other.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${row.id}
      GROUP BY equipment.id HAVING needed > usable LIMIT 6`),
  })
  const settled =
    date === row.localStart.slice(0, 10) &&
    (roomId === row.roomId || closed.some((one) => one.roomId === row.roomId))
  return {
    taken: [
      ...conflictWords(taken, ctx),
      ...meetsWords(concerned, ctx),
      ...short.map(
        ({ name, usable, needed, titles }) =>
          `${name}: ${needed} needed at once with ${titles.replaceAll(',', ' and ')}, ` +
          `${usable} there`,
      ),
    ],
    // What stays on its day was settled when that was closed, but not for a room of another
    // location.
    closed: settled ? null : (closed.find((one) => one.roomId === roomId)?.name ?? null),
  }
}

/**
 * What a move would change, for the form before the press. Null for another studio's id. `refused`
 * says why a thing cannot be moved here.
 */
export async function movePage(ctx: StudioContext, id: string, wanted: WantedMove) {
  const found = await thingToMove(ctx, id)
  if (!found) return null
  const { row, rooms, coaches, told } = found
  const choice = choiceOf(row, wanted)
  const refused = refusalOfMove(row, ctx.now)
  const wall = localDateTime(instantOf(choice.localStart, ctx.studio.timeZone), ctx.studio.timeZone)
  const past = instantOf(choice.localStart, ctx.studio.timeZone) <= ctx.now
  const stays =
    choice.localStart === row.localStart &&
    choice.minutes === minutesBetween(row.startsAt, row.endsAt) &&
    choice.roomId === row.roomId &&
    choice.coachId === row.coachId
  const idle = refused || stays || past
  const { taken, closed } = idle ? { taken: [], closed: null } : await conflictsOf(ctx, row, choice)
  return {
    row,
    rooms,
    coaches,
    told: told.map(({ name }) => name),
    choice,
    stays,
    past,
    closed,
    refused,
    conflicts: taken,
    skipped: wall !== choice.localStart ? wall : null,
  }
}
