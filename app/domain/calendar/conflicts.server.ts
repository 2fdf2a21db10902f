/**
 * Where a room or a coach is taken already: told before a class is put there, and asked about once.
 */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTimeAt, dayShortTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A class as it would stand; `id` tells several apart. */
export type WantedPlace = {
  id?: string
  startsAt: Instant
  endsAt: Instant
  roomId: string
  coachId: string
}

export type Conflict = {
  /** Of the wanted one that it is in the way of. */
  forId: string | null
  localStart: LocalDateTime
  endsAt: Instant
  title: string
  roomName: string
  coachName: string
  room: number
  coach: number
}

/** So many are told; more would not be read. */
const mostListed = 6

/**
 * What stands in the way of the wanted classes; that of series `seriesId` or named in `ids` does
 * not count. An appointment's buffers bind its coach, and one that is being booked stands too.
 */
export function conflictsStatement(
  { db, studio, now }: StudioContext,
  wanted: readonly WantedPlace[],
  {
    seriesId = '',
    ids = [],
    most = mostListed,
  }: { seriesId?: string; ids?: readonly string[]; most?: number },
): Statement<Conflict[]> {
  return db.all<Conflict>(sql`
    SELECT DISTINCT input.value ->> 'id' AS forId, o.local_start AS localStart, o.ends_at AS endsAt,
      class_type.name AS title, room.name AS roomName, coach.name AS coachName,
      o.room_id = input.value ->> 'roomId' AND o.starts_at < input.value ->> 'endsAt'
      AND o.ends_at > input.value ->> 'startsAt' AS room,
      o.coach_id = input.value ->> 'coachId' AS coach
    FROM json_each(${JSON.stringify(wanted)}) AS input CROSS JOIN occurrences AS o
      ON o.studio_id = ${studio.id}
      AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', input.value ->> 'startsAt', '-1 day')
      AND o.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', input.value ->> 'endsAt', '+1 day')
      AND coalesce(o.busy_from, o.starts_at) < input.value ->> 'endsAt'
      AND coalesce(o.busy_until, o.ends_at) > input.value ->> 'startsAt'
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = o.coach_id
    WHERE (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now}))
      AND o.series_id <> ${seriesId}
      AND o.id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND (room OR coach)
    ORDER BY o.starts_at LIMIT ${most}`)
}

/**
 * `Yoga room is taken Thu 15 Oct, 18:30 to 19:30, by Yin yoga`, `Ben Ode teaches Yin yoga Thu 15
 * Oct, 18:30 to 19:30`.
 */
export function conflictWords(
  rows: readonly Conflict[],
  { studio: { timeZone, locale } }: StudioContext,
): string[] {
  return rows.flatMap(({ localStart, endsAt, title, roomName, coachName, room, coach }) => {
    const when = `${dayShortTime(localStart, locale)} to ${clockTimeAt(endsAt, timeZone, locale)}`
    return [
      ...(room ? [`${roomName} is taken ${when}, by ${title}`] : []),
      ...(coach ? [`${coachName} teaches ${title} ${when}`] : []),
    ]
  })
}
