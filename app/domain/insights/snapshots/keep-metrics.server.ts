import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '#app/values/zone.ts'
import { keepRecurringDue } from '../recurring/keep-recurring.server.ts'
import { habitsSql } from '../retention/habits-sql.server.ts'
import { classFactsSql } from './class-facts-sql.server.ts'
import { moneyFactsSql } from './money-facts-sql.server.ts'
import { monthMetricsSql } from './month-metrics-sql.server.ts'

/** A month is closed so many days after its last: until then corrections still change it. */
export const daysOpen = 7

/** So many days back figures are rebuilt for a studio that has rows from before. */
const daysBack = 800

/** Months that one run writes; the next minute takes the rest. */
const monthsARun = 6

/** A day that is written so soon after it was kept; later, it is rebuilt. */
const keptWithin = 2

/** The newest month that is closed on a day, as its first day's `YYYY-MM`. Pure. */
export function lastClosedMonth(today: LocalDate): string {
  const month = addDays(today, -daysOpen - 1).slice(0, 7)
  // Its own last day must be over for `daysOpen` days.
  return addDays(`${addDays(`${month}-01`, 32).slice(0, 7)}-01`, daysOpen - 1) < today
    ? month
    : addDays(`${month}-01`, -1).slice(0, 7)
}

/**
 * Whether a day is over whose figures were not written. They are made of the ledger of recurring
 * revenue, so they wait until that has the day: a day at most, then they are written with what it has.
 * A studio without any figures waits for all of it, since months that are over are written once.
 */
export const keepMetricsDue = (look: Look): SQL => sql`(
  ${notWrittenSql(look)} AND (NOT ${keepRecurringDue(look)} OR coalesce((
    SELECT max(late.day) < date(${look.today}, '-2 day') FROM metric_days AS late
    WHERE late.studio_id = ${look.studio}), 0)))`

const notWrittenSql = ({ studio, today }: Look): SQL => sql`(
  NOT EXISTS (SELECT 1 FROM metric_days AS written WHERE written.studio_id = ${studio}
    AND written.day >= date(${today}, '-1 day'))
  AND (EXISTS (SELECT 1 FROM recurring_days AS kept WHERE kept.studio_id = ${studio})
    OR EXISTS (SELECT 1 FROM occurrences AS o WHERE o.studio_id = ${studio}
      AND o.local_start < ${today})
    OR EXISTS (SELECT 1 FROM payments AS paid WHERE paid.studio_id = ${studio}
      AND paid.taken_on < ${today})))`

/**
 * Brings the figures of the studio's days up to yesterday in its zone, a month at a time, oldest
 * first, and rewrites the days of months that are still open. Each month is one batch, all or
 * none, so a run that is cut off goes on with the month it stopped at, and a second one finds nothing
 * to do. Answers how many days it wrote.
 */
export async function keepMetrics(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const yesterday = addDays(today, -1)
  const [found] = await db.all<{ last: LocalDate | null; first: LocalDate | null }>(sql`
    SELECT (SELECT max(day) FROM metric_days WHERE studio_id = ${studio.id}) AS last,
      (SELECT min(day) FROM (
        SELECT substr(min(local_start), 1, 10) AS day FROM occurrences
        WHERE studio_id = ${studio.id} AND local_start >= ${addDays(yesterday, -daysBack)}
        UNION ALL SELECT min(day) FROM recurring_days WHERE studio_id = ${studio.id}
        UNION ALL SELECT min(taken_on) FROM payments WHERE studio_id = ${studio.id}
          AND taken_on >= ${addDays(yesterday, -daysBack)})) AS first`)
  if (!found || (!found.last && !found.first) || (found.last && found.last >= yesterday)) return 0
  const open = `${addDays(`${lastClosedMonth(today)}-01`, 32).slice(0, 7)}-01`
  // What follows the last day that was written, and whatever is open since there is anything.
  const after = found.last ? addDays(found.last, 1) : (found.first as LocalDate)
  const earliest = found.first && found.first > open ? found.first : open
  const begins = after < earliest ? after : earliest
  let month = `${begins.slice(0, 7)}-01`
  let done = 0
  for (let i = 0; i < monthsARun && month <= yesterday; i += 1) {
    const next = `${addDays(month, 32).slice(0, 7)}-01`
    const until = addDays(next, -1) < yesterday ? addDays(next, -1) : yesterday
    await writeMonth(ctx, month, until, yesterday)
    done += daysBetween(month, until) + 1
    month = next
  }
  return done
}

/** Writes what a month came to until a day of it, in place of what was written before. One trip. */
async function writeMonth(
  ctx: StudioContext,
  from: LocalDate,
  until: LocalDate,
  yesterday: LocalDate,
): Promise<void> {
  const { db, studio, now } = ctx
  const days = { from, until }
  const inMonth = sql`studio_id = ${studio.id} AND day BETWEEN ${from} AND ${until}`
  const kept = addDays(yesterday, 1 - keptWithin)
  await batch(db, {
    noClasses: db.run(sql`DELETE FROM class_facts WHERE ${inMonth}`),
    classes: db.run(sql`
      INSERT INTO class_facts (studio_id, day, occurrence_id, kind, hour, weekday, minutes,
        class_type_id, coach_id, room_id, places, booked, came, no_shows, late_cancels, turned_away,
        first_visits, free_booked, free_came, earned_minor)
      ${classFactsSql(ctx, days)}`),
    noMoney: db.run(sql`DELETE FROM money_facts WHERE ${inMonth}`),
    money: db.run(sql`
      INSERT INTO money_facts (studio_id, day, kind, name, taken_minor, refunded_minor,
        invoiced_minor, earned_minor, breakage_minor)
      ${moneyFactsSql(ctx, days)}`),
    noFigures: db.run(sql`
      DELETE FROM metric_months WHERE studio_id = ${studio.id} AND month = ${from.slice(0, 7)}`),
    ...Object.fromEntries(
      monthMetricsSql(ctx, days).map((rows, i) => [
        `figures${i}`,
        db.run(sql`INSERT INTO metric_months (studio_id, month, metric, key, value) ${rows}`),
      ]),
    ),
    // Habits are those of today: only the month that ends yesterday knows them.
    ...(until === yesterday
      ? {
          noHabits: db.run(sql`DELETE FROM habits WHERE studio_id = ${studio.id}`),
          habits: db.run(sql`
            INSERT INTO habits (studio_id, person_id, visits, usual_tenths, first_on, last_on,
              overdue, state)
            ${habitsSql(ctx, addDays(yesterday, 1))}`),
        }
      : {}),
    written: db.run(sql`
      INSERT INTO metric_days (studio_id, day, origin, written_at)
      WITH RECURSIVE dates (day) AS (
        SELECT ${from} UNION ALL SELECT date(day, '+1 day') FROM dates WHERE day < ${until})
      SELECT ${studio.id}, day, iif(day >= ${kept}, 'kept', 'rebuilt'), ${now} FROM dates WHERE 1
      ON CONFLICT (studio_id, day) DO UPDATE SET written_at = excluded.written_at`),
  })
}
