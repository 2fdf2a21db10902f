import { batch } from '#app/db/batch.server.ts'
import { closedRoomsStatement, closureOf } from '#app/domain/calendar/closed-days.server.ts'
import { conflictsStatement, conflictWords } from '#app/domain/calendar/conflicts.server.ts'
import {
  firstStartOf,
  ruleText,
  ruleWords,
  type Weekday,
} from '#app/domain/calendar/series-rule.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { expand, parseRule } from '#app/values/recurrence.ts'
import { count, dayShort } from '#app/values/wording.ts'
import { addDays, isLocalDate, type LocalDate, localDateTime } from '#app/values/zone.ts'
import { lookAheadDays } from './create-series.server.ts'
import type { SeriesPreview } from './series-draft.ts'

/**
 * What a form says so far; unchecked, since a preview is asked for before everything is filled in.
 */
export type SeriesDraft = {
  from: LocalDate
  time: string
  minutes: number
  days: readonly Weekday[]
  until: LocalDate | null
  count: number | null
  except: readonly LocalDate[]
  roomId: string
  coachId: string
  /** What is taught; not said where it stays what it was. */
  classTypeId?: string
}

const shown = 12

/**
 * A series in plain words before it is made: its dates, and where its room or coach is taken by
 * what stands and by the weekly classes to come, or out; closed days are left out. `without` does
 * not count: what is being changed. Null while the form says too little.
 */
export async function previewSeries(
  ctx: StudioContext,
  draft: SeriesDraft,
  without: { seriesIds?: string[]; ids?: string[] } = {},
): Promise<SeriesPreview | null> {
  const { studio } = ctx
  const { from, time, days, except, minutes, roomId, coachId } = draft
  if (!isLocalDate(from) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  if (!Number.isInteger(minutes) || minutes < 5 || minutes > 720) return null
  const firstStart = firstStartOf(draft)
  const rrule = ruleText(draft)
  if (rrule !== '' && !parseRule(rrule).ok) return null
  const first = firstStart.slice(0, 10)
  const { timeZone, locale } = studio
  const all = expand({
    firstStart,
    timeZone,
    rrule,
    exceptDates: except,
    from: first,
    until: addDays(first, lookAheadDays),
  })
  const ends = days.length === 0 || draft.until !== null || draft.count !== null
  const needs = draft.classTypeId ? { classTypeId: draft.classTypeId, people: 0 } : null
  const wanted = all.map(({ startsAt }) => ({
    startsAt,
    endsAt: addMinutes(startsAt, minutes),
    roomId,
    coachId,
    ...(needs && { needs }),
  }))
  const { taken, closed } = await batch(ctx.db, {
    taken: conflictsStatement(ctx, wanted, { ...without, openDays: true }),
    closed: closedRoomsStatement(ctx, { from: first, until: addDays(first, lookAheadDays) }),
  })
  const closureAt = (local: string) => closureOf(closed, roomId, local.slice(0, 10))
  const starts = all.filter(({ localStart }) => !closureAt(localStart))
  const shut = all.flatMap(({ localStart }) =>
    closureAt(localStart) ? [localStart.slice(0, 10)] : [],
  )
  const endTime = localDateTime(addMinutes(`${first}T${time}:00Z`, minutes), 'UTC').slice(11)
  const day = (date: LocalDate) => dayShort(date, locale)
  return {
    words: `${ruleWords(draft, { firstStart, endTime }, locale)}.`,
    total: ends ? starts.length : null,
    next: starts.slice(0, shown).map(({ localStart }) => day(localStart.slice(0, 10))),
    off: [...new Set([...except.filter((date) => date >= first), ...shut])].sort().map(day),
    // A weekly class leaves closed days out; a single one cannot be made at all.
    clashes: [
      ...(rrule === ''
        ? shut.map((date) => `You are closed ${day(date)}: ${closureAt(date)?.name}`)
        : []),
      ...conflictWords(taken, ctx),
    ],
  }
}

/** `23 dates`, or how it goes on. */
export const totalWords = ({ total }: Pick<SeriesPreview, 'total'>) =>
  total === null ? 'No end date.' : `${count(total, 'date')}.`
