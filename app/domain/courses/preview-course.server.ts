import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { closedRoomsStatement, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { clockTime, count, dayShort } from '#app/values/wording.ts'
import { instantOf, type LocalDateTime } from '#app/values/zone.ts'
import { type CourseDates, courseStarts } from './course-dates.ts'

export type CoursePreview = {
  /** `6 sessions, Tue 5 Jan to Tue 9 Feb`. */
  words: string
  dates: string[]
  /** Where the studio is closed, and where the room or the coach is taken. */
  clashes: string[]
  starts: LocalDateTime[]
  rrule: string
}

/**
 * The sessions in plain words before they are made, and where their room or coach is taken by
 * anything that stands: classes, other courses, events, appointments. `without` is a course whose
 * own sessions do not count. Null while the form says too little.
 */
export async function previewCourse(
  ctx: StudioContext,
  draft: CourseDates & { minutes: number; roomId: string; coachId: string },
  without = '',
): Promise<CoursePreview | null> {
  const { db, studio, now } = ctx
  const { locale, timeZone } = studio
  const dates = courseStarts(draft, timeZone)
  if (!dates || !Number.isInteger(draft.minutes) || draft.minutes < 5 || draft.minutes > 720)
    return null
  const { starts, rrule } = dates
  const spans = starts.slice(0, 60).map((start) => {
    const startsAt = instantOf(start, timeZone)
    return { startsAt, endsAt: addMinutes(startsAt, draft.minutes) }
  })
  const { taken, closed } = await batch(db, {
    closed: closedRoomsStatement(ctx, {
      from: starts[0]!.slice(0, 10),
      until: starts.at(-1)!.slice(0, 10),
    }),
    taken: db.all<{ localStart: string; title: string; room: number }>(sql`
      SELECT DISTINCT o.local_start AS localStart, class_type.name AS title,
        o.room_id = ${draft.roomId} AS room
      FROM json_each(${JSON.stringify(spans)}) AS input CROSS JOIN occurrences AS o
        ON o.studio_id = ${studio.id}
        AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', input.value ->> 'startsAt', '-1 day')
        AND o.starts_at < input.value ->> 'endsAt' AND o.ends_at > input.value ->> 'startsAt'
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE (o.state = 'scheduled' OR (o.state = 'held' AND o.held_until > ${now}))
        AND o.series_id <> ${without}
        AND (o.room_id = ${draft.roomId} OR o.coach_id = ${draft.coachId})
      ORDER BY o.local_start LIMIT 6`),
  })
  const day = (local: string) => dayShort(local.slice(0, 10), locale)
  const span = starts.length > 1 ? `${day(starts[0]!)} to ${day(starts.at(-1)!)}` : day(starts[0]!)
  return {
    words: `${count(starts.length, 'session')}, ${span}.`,
    dates: starts.map((local) => `${day(local)}, ${clockTime(local, locale)}`),
    clashes: [
      ...starts.flatMap((local) => {
        const closure = closureOf(closed, draft.roomId, local.slice(0, 10))
        return closure ? [`Closed ${day(local)}: ${closure.name}`] : []
      }),
      ...taken.map(
        ({ localStart, title, room }) =>
          `${room ? 'Room' : 'Coach'} taken ${day(localStart)} ` +
          `${clockTime(localStart, locale)} by ${title}`,
      ),
    ],
    starts,
    rrule,
  }
}
