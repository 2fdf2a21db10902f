/**
 * The classes that a weekly series is going to have and that are not made yet. Classes are made
 * some weeks ahead; whatever is put further ahead has to look at the rule itself.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { openDaySql } from './closed-days.server.ts'

/** Where part `name` of `rule` begins: 0 where the rule has none. `rule` is between `;`. */
const at = (name: string) => sql.raw(`instr(rule, ';${name}=')`)
const from = (name: string) =>
  sql.raw(`substr(rule, instr(rule, ';${name}=') + ${name.length + 2})`)

/**
 * Series that go on, with their weekly rules taken apart: `first_date`, `days` (`MO,TH`), `every`
 * so many weeks, `times` (null: no number), `last_date` (`20261231`). A single class, which has no
 * rule, comes once: between the two writes that make it, too. Drafts bind nobody, so they are asked
 * for, and a series by any other rule has only the classes that are made: no form makes one. `where`
 * narrows the rows of `series` before anything is taken apart.
 */
export function weeklySeriesSql(
  { studio }: StudioContext,
  where: SQL,
  { drafts = false }: { drafts?: boolean } = {},
): SQL {
  return sql`(SELECT weekly.*, substr(first_start, 1, 10) AS first_date,
      iif(${at('BYDAY')} > 0,
        substr(${from('BYDAY')}, 1, instr(${from('BYDAY')}, ';') - 1),
        substr('SUMOTUWETHFRSA', 1 + 2 * strftime('%w', first_start), 2)) AS days,
      iif(${at('INTERVAL')} > 0, CAST(${from('INTERVAL')} AS INTEGER), 1) AS every,
      CASE WHEN rrule = '' THEN 1
        WHEN ${at('COUNT')} > 0 THEN CAST(${from('COUNT')} AS INTEGER) END AS times,
      iif(${at('UNTIL')} > 0, substr(${from('UNTIL')}, 1, 8), '99991231') AS last_date
    FROM (SELECT series.*, ';' || upper(series.rrule) || ';' AS rule FROM series
      WHERE series.studio_id = ${studio.id} AND series.ended_at IS NULL
        AND ${drafts ? sql`1` : sql`series.is_draft = 0`} AND ${where}) AS weekly
    WHERE weekly.rrule = '' OR instr(weekly.rule, ';FREQ=WEEKLY;') > 0)`
}

/** Days from Monday: 0 to 6. */
const fromMonday = (date: SQL) => sql`((strftime('%w', ${date}) + 6) % 7)`

/**
 * Whether a row `coming` of `weeklySeriesSql` will have a class on `day` (SQL, a local date) that
 * is not made yet. What is made, was moved or was cancelled on its own is in `occurrences`,
 * also where days are gone over again.
 */
export function comesOnSql(day: SQL): SQL {
  const since = sql`CAST(julianday(${day}) - julianday(coming.first_date) AS INTEGER)`
  const first = fromMonday(sql`coming.first_date`)
  // Days from the first date to the first class on a weekday: those before it come a turn later.
  const offset = sql`(weekday.key - ${first}
    + iif(weekday.key < ${first}, 7 * coming.every, 0))`
  const weekdays = sql`json_each('["MO","TU","WE","TH","FR","SA","SU"]') AS weekday`
  return sql`${day} > coming.expanded_until AND ${day} >= coming.first_date
    AND replace(${day}, '-', '') <= coming.last_date
    AND instr(coming.except_dates, ${day}) = 0
    AND EXISTS (SELECT 1 FROM ${weekdays}
      WHERE weekday.key = ${fromMonday(day)} AND instr(coming.days, weekday.value) > 0
        AND ${since} >= ${offset} AND (${since} - ${offset}) % (7 * coming.every) = 0)
    AND (coming.times IS NULL OR coming.times >= (
      SELECT sum(iif(${since} < ${offset}, 0, (${since} - ${offset}) / (7 * coming.every) + 1))
      FROM ${weekdays} WHERE instr(coming.days, weekday.value) > 0))
    AND NOT EXISTS (SELECT 1 FROM occurrences AS made
      WHERE made.studio_id = coming.studio_id AND made.series_id = coming.id
        AND made.recurrence_key = ${day} || substr(coming.first_start, 11))`
}

/** `minutes` is the length; `localStart` the wall time of the studio. */
export type ComingClass = {
  coachId: string
  roomId: string
  localStart: LocalDateTime
  minutes: number
  /** Minutes for which its room is set up before it, and turned round between two things. */
  setUp: number
  turn: number
}

/** What weekly series will have on the dates from `from` until `until` (not included). */
export function comingClassesStatement(
  ctx: StudioContext,
  { from, until }: { from: LocalDate; until: LocalDate },
): Statement<ComingClass[]> {
  const days: LocalDate[] = []
  for (let day = from; day < until && days.length < 100; day = addDays(day, 1)) days.push(day)
  return ctx.db.all<ComingClass>(sql`
    SELECT coming.coach_id AS coachId, coming.room_id AS roomId,
      day.value || substr(coming.first_start, 11) AS localStart, coming.minutes,
      class_type.set_up_minutes AS setUp, room.turn_round_minutes AS turn
    FROM ${weeklySeriesSql(ctx, sql`series.expanded_until < ${until}`)} AS coming
    JOIN rooms AS room ON room.id = coming.room_id
    JOIN class_types AS class_type ON class_type.id = coming.class_type_id
    CROSS JOIN json_each(${JSON.stringify(days)}) AS day
    WHERE ${comesOnSql(sql`day.value`)} AND ${openDaySql(ctx, sql`coming.room_id`, sql`day.value`)}
    LIMIT 2000`)
}
