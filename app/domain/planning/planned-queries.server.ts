import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A planned change beside the class as it is now. */
export type PlannedRow = {
  id: string
  occurrenceId: string
  action: 'publish' | 'change' | 'cancel'
  /** What it is to become; null where it stays. */
  wantedStart: LocalDateTime | null
  wantedMinutes: number | null
  wantedRoomId: string | null
  wantedRoom: string | null
  wantedCoachId: string | null
  wantedCoach: string | null
  wantedCapacity: number | null
  reason: string
  plannedSequence: number
  createdByName: string
  createdAt: Instant
  title: string
  seriesId: string
  policyId: string
  state: string
  sequence: number
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  localStart: LocalDateTime
  roomId: string
  roomName: string
  roomHolds: number
  /** Minutes between two things in the room it is to have; and whether nobody books that twice. */
  turnRound: number
  neverTwice: number
  /** Minutes of set-up before it. */
  setUp: number
  coachId: string
  coachName: string
  capacity: number
  booked: number
}

/** More is not shown and published at once; what is left is there the next time. */
export const mostPlanned = 200

/** What is planned, in the order of the classes; `ids` narrows it to some. */
export function plannedStatement(
  ctx: StudioContext,
  ids: readonly string[] | null,
): Statement<PlannedRow[]> {
  return rowsStatement(
    ctx,
    ids ? sql`change.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : sql`1`,
  )
}

/** What is planned for one class: a row, or none. */
export const plannedOfStatement = (ctx: StudioContext, occurrenceId: string) =>
  rowsStatement(ctx, sql`change.occurrence_id = ${occurrenceId}`)

function rowsStatement({ db, studio }: StudioContext, chosen: SQL): Statement<PlannedRow[]> {
  return db.all<PlannedRow>(sql`
    SELECT change.id, change.occurrence_id AS occurrenceId, change.action,
      change.local_start AS wantedStart, change.minutes AS wantedMinutes,
      change.room_id AS wantedRoomId, new_room.name AS wantedRoom, change.coach_id AS wantedCoachId,
      new_coach.name AS wantedCoach, change.capacity AS wantedCapacity, change.reason,
      change.sequence AS plannedSequence, change.created_by_name AS createdByName,
      change.created_at AS createdAt, class_type.name AS title, o.series_id AS seriesId,
      o.policy_id AS policyId, o.state, o.sequence, o.starts_at AS startsAt, o.ends_at AS endsAt,
      o.time_zone AS timeZone, o.local_start AS localStart, o.room_id AS roomId,
      room.name AS roomName, coalesce(new_room.capacity, room.capacity) AS roomHolds,
      coalesce(new_room.turn_round_minutes, room.turn_round_minutes) AS turnRound,
      coalesce(new_room.never_twice, room.never_twice) AS neverTwice,
      class_type.set_up_minutes AS setUp,
      o.coach_id AS coachId, coach.name AS coachName, o.capacity, ${bookedCountSql} AS booked
    FROM planned_changes AS change
    CROSS JOIN occurrences AS o ON o.studio_id = change.studio_id AND o.id = change.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id JOIN people AS coach ON coach.id = o.coach_id
    LEFT JOIN rooms AS new_room ON new_room.id = change.room_id
    LEFT JOIN people AS new_coach ON new_coach.id = change.coach_id
    WHERE change.studio_id = ${studio.id} AND ${chosen}
    ORDER BY coalesce(change.local_start, o.local_start), class_type.name, change.id
    LIMIT ${mostPlanned}`)
}
