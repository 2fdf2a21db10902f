/** Where a room or a coach is taken already: told before a class is put there, and asked about once. */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTime, dayShort } from '#app/values/wording.ts'
import { type LocalDateTime, localDateTime } from '#app/values/zone.ts'

/** A class as it would stand; `id` tells several apart. */
export type WantedPlace = {
  id?: string
  startsAt: Instant
  endsAt: Instant
  roomId: string
  coachId: string
}

export type Taken = {
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
const told = 6

/**
 * What stands in the way of the wanted classes; that of series `seriesId` or named in `ids` does not count. An
 * appointment's buffers bind its coach, and one that is being booked stands too.
 */
export function takenStatement(
  { db, studio, now }: StudioContext,
  wanted: readonly WantedPlace[],
  {
    seriesId = '',
    ids = [],
    most = told,
  }: { seriesId?: string; ids?: readonly string[]; most?: number },
): Statement<Taken[]> {
  return db.all<Taken>(sql`
    SELECT DISTINCT j.value ->> 'id' AS forId, o.local_start AS localStart, o.ends_at AS endsAt, t.name AS title, r.name AS roomName,
      h.name AS coachName,
      o.room_id = j.value ->> 'roomId' AND o.starts_at < j.value ->> 'endsAt' AND o.ends_at > j.value ->> 'startsAt' AS room,
      o.coach_id = j.value ->> 'coachId' AS coach
    FROM json_each(${JSON.stringify(wanted)}) AS j CROSS JOIN occurrences AS o
      ON o.studio_id = ${studio.id} AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', j.value ->> 'startsAt', '-1 day')
      AND o.starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', j.value ->> 'endsAt', '+1 day')
      AND coalesce(o.busy_from, o.starts_at) < j.value ->> 'endsAt'
      AND coalesce(o.busy_until, o.ends_at) > j.value ->> 'startsAt'
    JOIN class_types AS t ON t.id = o.class_type_id JOIN rooms AS r ON r.id = o.room_id
    JOIN people AS h ON h.id = o.coach_id
    WHERE (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now})) AND o.series_id <> ${seriesId}
      AND o.id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND (room OR coach)
    ORDER BY o.starts_at LIMIT ${most}`)
}

/** `Yoga room is taken Thu 15 Oct, 18:30 to 19:30, by Yin yoga`, `Ben Ode teaches Yin yoga Thu 15 Oct, 18:30 to 19:30`. */
export function takenWords(
  rows: readonly Taken[],
  { studio: { timeZone, locale } }: StudioContext,
): string[] {
  return rows.flatMap(({ localStart, endsAt, title, roomName, coachName, room, coach }) => {
    const when = `${dayShort(localStart.slice(0, 10), locale)}, ${clockTime(localStart, locale)} to ${clockTime(localDateTime(endsAt, timeZone), locale)}`
    return [
      ...(room ? [`${roomName} is taken ${when}, by ${title}`] : []),
      ...(coach ? [`${coachName} teaches ${title} ${when}`] : []),
    ]
  })
}
