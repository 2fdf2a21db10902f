import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { bookedCountSql } from '#app/domain/bookings/booking-sql.server.ts'
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
  coachId: string
  coachName: string
  capacity: number
  booked: number
}

/** More is not shown and published at once; what is left is there the next time. */
export const mostPlanned = 200

/** What is planned, in the order of the classes; `ids` narrows it to some. */
export function plannedStatement(
  { db, studio }: StudioContext,
  ids: readonly string[] | null,
): Statement<PlannedRow[]> {
  const chosen = ids
    ? sql`AND p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql``
  return db.all<PlannedRow>(sql`
    SELECT p.id, p.occurrence_id AS occurrenceId, p.action, p.local_start AS wantedStart, p.minutes AS wantedMinutes,
      p.room_id AS wantedRoomId, wr.name AS wantedRoom, p.coach_id AS wantedCoachId, wh.name AS wantedCoach,
      p.capacity AS wantedCapacity, p.reason, p.sequence AS plannedSequence, p.created_by_name AS createdByName,
      p.created_at AS createdAt, t.name AS title, o.series_id AS seriesId, o.policy_id AS policyId, o.state, o.sequence,
      o.starts_at AS startsAt, o.ends_at AS endsAt, o.time_zone AS timeZone, o.local_start AS localStart,
      o.room_id AS roomId, r.name AS roomName, coalesce(wr.capacity, r.capacity) AS roomHolds, o.coach_id AS coachId,
      h.name AS coachName, o.capacity, ${bookedCountSql} AS booked
    FROM planned_changes AS p CROSS JOIN occurrences AS o ON o.studio_id = p.studio_id AND o.id = p.occurrence_id
    JOIN class_types AS t ON t.id = o.class_type_id JOIN rooms AS r ON r.id = o.room_id JOIN people AS h ON h.id = o.coach_id
    LEFT JOIN rooms AS wr ON wr.id = p.room_id LEFT JOIN people AS wh ON wh.id = p.coach_id
    WHERE p.studio_id = ${studio.id} ${chosen}
    ORDER BY coalesce(p.local_start, o.local_start), t.name, p.id LIMIT ${mostPlanned}`)
}
