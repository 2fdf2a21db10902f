import { batch } from '#app/db/batch.server.ts'
import { closedDayWords, closedRoomsStatement } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
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
 * anything that stands or that a weekly series will have, or out. `without` does not count: the
 * course itself, or the session that is moved. Null while the form says too little.
 */
export async function previewCourse(
  ctx: StudioContext,
  draft: CourseDates & { minutes: number; roomId: string; coachId: string },
  without: { ids?: string[]; seriesIds?: string[] } = {},
): Promise<CoursePreview | null> {
  const { locale, timeZone } = ctx.studio
  const dates = courseStarts(draft, timeZone)
  if (!dates || !Number.isInteger(draft.minutes) || draft.minutes < 5 || draft.minutes > 720)
    return null
  const { starts, rrule } = dates
  const spans = starts.slice(0, 60).map((start) => {
    const startsAt = instantOf(start, timeZone)
    const endsAt = addMinutes(startsAt, draft.minutes)
    return { startsAt, endsAt, roomId: draft.roomId, coachId: draft.coachId }
  })
  const { taken, closed } = await batch(ctx.db, {
    closed: closedRoomsStatement(ctx, {
      from: starts[0]!.slice(0, 10),
      until: starts.at(-1)!.slice(0, 10),
    }),
    taken: conflictsStatement(ctx, spans, { ...without, openDays: true }),
  })
  const day = (local: string) => dayShort(local.slice(0, 10), locale)
  const span = starts.length > 1 ? `${day(starts[0]!)} to ${day(starts.at(-1)!)}` : day(starts[0]!)
  return {
    words: `${count(starts.length, 'session')}, ${span}.`,
    dates: starts.map((local) => `${day(local)}, ${clockTime(local, locale)}`),
    clashes: [
      ...closedDayWords(
        closed,
        starts.map((local) => ({ roomId: draft.roomId, date: local.slice(0, 10) })),
        locale,
      ),
      ...conflictWords(taken, ctx),
    ],
    starts,
    rrule,
  }
}
