import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { occurrenceTimes, type PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import { draftRowsStatement } from '#app/domain/planning/draft-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { expand } from '#app/values/recurrence.ts'
import {
  addDays,
  daysBetween,
  type LocalDate,
  type LocalDateTime,
  localDate,
} from '#app/values/zone.ts'

/** Classes exist this many days ahead. */
export const aheadDays = 56

/** Rows written at once; a window of expansion holds at most one start a day. */
const stepDays = 200

/** Drafts are made to their end at once, so that a whole term can be looked at and published, but not further. */
const draftDays = 400

type SeriesRow = PolicyTimes & {
  id: string
  firstStart: LocalDateTime
  timeZone: string
  rrule: string
  exceptDates: string
  minutes: number
  expandedUntil: string
  isDraft: number
}

/**
 * Brings the studio's series up to 8 weeks ahead. Idempotent by the unique index (series, recurrence key): a repeated or
 * crashed run makes nothing twice, and an occurrence that was moved or cancelled is not made anew (R6). Nothing is made on
 * days on which the room's location is closed. What begins later has no class to make yet, and would stand before all
 * others. Answers how many classes it made.
 */
export async function expandSeries(ctx: StudioContext): Promise<number> {
  const horizon = addDays(localDate(ctx.now, ctx.studio.timeZone), aheadDays)
  const behind = await ctx.db.all<SeriesRow>(sql`
    SELECT ${seriesColumns} FROM series AS s JOIN policies AS p ON p.id = s.policy_id
    WHERE s.studio_id = ${ctx.studio.id} AND s.expanded_until < ${horizon} AND s.ended_at IS NULL
      AND (s.first_start < ${`${horizon}~`} OR s.rrule = '' OR s.is_draft = 1)
    ORDER BY s.expanded_until LIMIT 200`)
  let made = 0
  for (const series of behind) made += await expandOne(ctx, series, horizon)
  return made
}

/** The same for one series, as when it has just been made. */
export async function expandSeriesById(ctx: StudioContext, seriesId: string): Promise<number> {
  const horizon = addDays(localDate(ctx.now, ctx.studio.timeZone), aheadDays)
  const [series] = await ctx.db.all<SeriesRow>(sql`
    SELECT ${seriesColumns} FROM series AS s JOIN policies AS p ON p.id = s.policy_id
    WHERE s.studio_id = ${ctx.studio.id} AND s.id = ${seriesId} AND s.ended_at IS NULL`)
  return series ? expandOne(ctx, series, horizon) : 0
}

const seriesColumns = sql`
  s.id, s.first_start AS firstStart, s.time_zone AS timeZone, s.rrule, s.except_dates AS exceptDates, s.minutes,
  s.expanded_until AS expandedUntil, s.is_draft AS isDraft, p.opens_days AS opensDays, p.closes_minutes AS closesMinutes,
  p.cancel_minutes AS cancelMinutes, p.fee_minutes AS feeMinutes, p.waitlist_closes_minutes AS waitlistClosesMinutes,
  p.blackout_from AS blackoutFrom, p.blackout_until AS blackoutUntil`

/** The last day classes are made of now. */
function lastDayOf({ rrule, firstStart, isDraft }: SeriesRow, horizon: LocalDate): LocalDate {
  const firstDay = firstStart.slice(0, 10)
  // A single class further ahead than the horizon is made at once: nobody wants to wait for it to appear.
  if (rrule === '') return firstDay > horizon ? firstDay : horizon
  const [, year, month, day] = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(rrule) ?? []
  if (isDraft === 0 || !year) return horizon
  const furthest = [addDays(horizon, draftDays), `${year}-${month}-${day}`].sort()[0]!
  return furthest > horizon ? furthest : horizon
}

async function expandOne(
  ctx: StudioContext,
  series: SeriesRow,
  horizon: LocalDate,
): Promise<number> {
  const { db, studio } = ctx
  const firstDay = series.firstStart.slice(0, 10)
  const last = lastDayOf(series, horizon)
  const next = series.expandedUntil ? addDays(series.expandedUntil, 1) : firstDay
  // Nothing repeats into days that are over, however early its first date is.
  const today = localDate(ctx.now, series.timeZone)
  let from = series.rrule !== '' && next < today ? today : next
  let made = 0
  while (from <= last) {
    const until = daysBetween(from, last) > stepDays ? addDays(from, stepDays) : last
    const rows = expand({
      ...series,
      exceptDates: series.exceptDates.split(',').filter(Boolean),
      from,
      until,
    }).map(({ recurrenceKey }) => ({
      id: newId(),
      recurrenceKey,
      ...occurrenceTimes({
        localStart: recurrenceKey,
        minutes: series.minutes,
        timeZone: series.timeZone,
        policy: series,
      }),
    }))
    const result = await batch(db, {
      occurrences: db.run(sql`
        INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id, room_id, coach_id, policy_id,
          starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
          credit_cutoff_at, fee_cutoff_at, opens_at, closes_at, waitlist_closes_at,
          waitlist_limit, state)
        SELECT j.value ->> 'id', s.studio_id, s.id, j.value ->> 'recurrenceKey', s.class_type_id, s.room_id, s.coach_id,
          s.policy_id, j.value ->> 'startsAt', j.value ->> 'endsAt', s.time_zone, j.value ->> 'localStart', s.capacity,
          j.value ->> 'cutoffAt', j.value ->> 'creditCutoffAt', j.value ->> 'feeCutoffAt', j.value ->> 'opensAt', j.value ->> 'closesAt', j.value ->> 'waitlistClosesAt',
          p.waitlist_limit, iif(s.is_draft, 'draft', 'scheduled')
        FROM series AS s JOIN policies AS p ON p.id = s.policy_id JOIN json_each(${JSON.stringify(rows)}) AS j
        WHERE s.studio_id = ${studio.id} AND s.id = ${series.id} AND s.ended_at IS NULL
          AND ${openDaySql(ctx, sql`s.room_id`, sql`substr(j.value ->> 'localStart', 1, 10)`)}
        ON CONFLICT (studio_id, series_id, recurrence_key) DO NOTHING`),
      drafts: series.isDraft ? draftRowsStatement(ctx, series.id) : null,
      expanded: db.run(sql`
        UPDATE series SET expanded_until = ${until}
        WHERE studio_id = ${studio.id} AND id = ${series.id} AND expanded_until < ${until}`),
    })
    made += changed(result.occurrences)
    from = addDays(until, 1)
  }
  return made
}
