import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { draftRowsStatement } from '#app/domain/calendar/draft-statements.server.ts'
import { inTheWaySql } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { occurrenceTimes, type PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { newId } from '#app/values/id.ts'
import { expand } from '#app/values/recurrence.ts'
import {
  addDays,
  daysBetween,
  type LocalDate,
  type LocalDateTime,
  localDate,
} from '#app/values/zone.ts'
import { clashTasksStatement } from './clash-tasks.server.ts'

/** Classes exist this many days ahead. */
export const aheadDays = 56

/** Rows written at once; a window of expansion holds at most one start a day. */
const stepDays = 200

/**
 * Drafts are made to their end at once, so that a whole term can be looked at and published, but
 * not further.
 */
const draftDays = 400

type SeriesRow = PolicyTimes & {
  id: string
  firstStart: LocalDateTime
  timeZone: string
  rrule: string
  exceptDates: string
  minutes: number
  roomId: string
  coachId: string
  expandedUntil: string
  isDraft: number
}

/** A series that does not reach as far ahead as classes are made. */
const behindSql = ({ studio, today }: Look): SQL => {
  const horizon = sql`date(${today}, ${`+${aheadDays} days`})`
  return sql`series.studio_id = ${studio} AND series.expanded_until < ${horizon}
    AND series.ended_at IS NULL
    AND (series.first_start < ${horizon} || '~' OR series.rrule = '' OR series.is_draft = 1)`
}

/** Whether a studio has series to bring up to date. */
export const expandSeriesDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM series WHERE ${behindSql(look)})`

/**
 * Brings the studio's series up to 8 weeks ahead. Idempotent by the unique index (series,
 * recurrence key): a repeated or crashed run makes nothing twice, and an occurrence that was moved
 * or cancelled is not made again (R6). Nothing is made on days on which the room's location is
 * closed. A class never comes to stand silently on an appointment, an event, a session, a single
 * class or a block that was put there before it was made: it is a draft, which someone publishes,
 * changes or drops where the plan is looked at. Two weekly series that meet were asked about when
 * the second was made. What begins later has no class to make yet, and would come before all
 * others. Answers how many classes it made.
 */
export async function expandSeries(ctx: StudioContext): Promise<number> {
  const horizon = addDays(localDate(ctx.now, ctx.studio.timeZone), aheadDays)
  const behind = await ctx.db.all<SeriesRow>(sql`
    SELECT ${seriesColumns} FROM series JOIN policies AS policy ON policy.id = series.policy_id
    WHERE ${behindSql(lookAt(ctx))}
    ORDER BY series.expanded_until LIMIT 200`)
  let made = 0
  for (const series of behind) made += await expandOne(ctx, series, horizon, { asked: false })
  return made
}

/** The same for one series that has just been made or changed: what it meets was asked about. */
export async function expandSeriesById(ctx: StudioContext, seriesId: string): Promise<number> {
  const horizon = addDays(localDate(ctx.now, ctx.studio.timeZone), aheadDays)
  const [series] = await ctx.db.all<SeriesRow>(sql`
    SELECT ${seriesColumns} FROM series JOIN policies AS policy ON policy.id = series.policy_id
    WHERE series.studio_id = ${ctx.studio.id} AND series.id = ${seriesId}
      AND series.ended_at IS NULL`)
  return series ? expandOne(ctx, series, horizon, { asked: true }) : 0
}

const seriesColumns = sql`
  series.id, series.first_start AS firstStart, series.time_zone AS timeZone, series.rrule,
  series.except_dates AS exceptDates, series.minutes, series.room_id AS roomId,
  series.coach_id AS coachId, series.expanded_until AS expandedUntil,
  series.is_draft AS isDraft, policy.opens_days AS opensDays,
  policy.closes_minutes AS closesMinutes, policy.cancel_minutes AS cancelMinutes,
  policy.fee_minutes AS feeMinutes, policy.waitlist_closes_minutes AS waitlistClosesMinutes,
  policy.blackout_from AS blackoutFrom, policy.blackout_until AS blackoutUntil`

/** The last day classes are made of now. */
function lastDayOf({ rrule, firstStart, isDraft }: SeriesRow, horizon: LocalDate): LocalDate {
  const firstDay = firstStart.slice(0, 10)
  // A single class further ahead than the horizon is made at once: nobody wants to wait for it to
  // appear.
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
  { asked }: { asked: boolean },
): Promise<number> {
  const { db, studio } = ctx
  const { roomId, coachId } = series
  const firstDay = series.firstStart.slice(0, 10)
  const last = lastDayOf(series, horizon)
  const next = series.expandedUntil ? addDays(series.expandedUntil, 1) : firstDay
  // Nothing repeats into what is over, however early its first date is.
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
    }).flatMap(({ recurrenceKey }) => {
      const times = occurrenceTimes({
        localStart: recurrenceKey,
        minutes: series.minutes,
        timeZone: series.timeZone,
        policy: series,
      })
      // A weekly class that is added at noon had none this morning.
      const over = series.rrule !== '' && times.endsAt <= ctx.now
      return over ? [] : [{ id: newId(), recurrenceKey, ...times }]
    })
    const date = sql`substr(input.value ->> 'localStart', 1, 10)`
    const places = rows.map(({ id, startsAt, endsAt }) => ({
      id,
      startsAt,
      endsAt,
      roomId,
      coachId,
    }))
    const meets = asked
      ? sql`0`
      : sql`input.value ->> 'id' IN (SELECT way.for_id
        FROM ${inTheWaySql(ctx, places, { comingOf: 'all' })} AS way
        LEFT JOIN occurrences AS other ON other.id = way.id
        LEFT JOIN series AS weekly ON weekly.id = other.series_id AND weekly.rrule <> ''
        WHERE weekly.id IS NULL)`
    const result = await batch(db, {
      occurrences: db.run(sql`
        INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id, room_id,
          coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity, cutoff_at,
          credit_cutoff_at, fee_cutoff_at, opens_at, closes_at, waitlist_closes_at,
          waitlist_limit, state)
        SELECT input.value ->> 'id', series.studio_id, series.id, input.value ->> 'recurrenceKey',
          series.class_type_id, series.room_id, series.coach_id,
          series.policy_id, input.value ->> 'startsAt', input.value ->> 'endsAt', series.time_zone,
          input.value ->> 'localStart', series.capacity, input.value ->> 'cutoffAt',
          input.value ->> 'creditCutoffAt', input.value ->> 'feeCutoffAt',
          input.value ->> 'opensAt', input.value ->> 'closesAt',
          input.value ->> 'waitlistClosesAt',
          policy.waitlist_limit, iif(series.is_draft OR ${meets}, 'draft', 'scheduled')
        FROM series JOIN policies AS policy ON policy.id = series.policy_id
        JOIN json_each(${JSON.stringify(rows)}) AS input
        WHERE series.studio_id = ${studio.id} AND series.id = ${series.id}
          AND series.ended_at IS NULL
          AND ${openDaySql(ctx, sql`series.room_id`, date)}
        ON CONFLICT (studio_id, series_id, recurrence_key) DO NOTHING`),
      // Anyone who made or changed it was asked about what its first dates meet.
      clashes: series.isDraft || asked ? null : clashTasksStatement(ctx, series.id, rows),
      drafts: series.isDraft || !asked ? draftRowsStatement(ctx, series.id) : null,
      expanded: db.run(sql`
        UPDATE series SET expanded_until = ${until}
        WHERE studio_id = ${studio.id} AND id = ${series.id} AND expanded_until < ${until}`),
    })
    made += changed(result.occurrences)
    from = addDays(until, 1)
  }
  return made
}
