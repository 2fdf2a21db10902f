import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

/** Days that one run writes; the next minute takes the rest. */
const daysARun = 200

/** Days that one trip writes: a large studio's do not hold up its database for long. */
const daysATrip = 10

/** So many days back the ledger begins in a studio that has memberships from before. */
const daysBack = 400

/** Whether a day is over that is not in the ledger yet. */
export const keepRecurringDue = ({ studio, today }: Look): SQL => sql`(
  NOT EXISTS (SELECT 1 FROM recurring_days AS kept WHERE kept.studio_id = ${studio}
    AND kept.day >= date(${today}, '-1 day'))
  AND EXISTS (SELECT 1 FROM memberships AS held WHERE held.studio_id = ${studio}))`

/**
 * Brings the ledger of recurring revenue up to yesterday in the studio's zone, a day at a time: what
 * everybody's memberships come to at the end of the day is compared with what was written for the
 * day before, and each difference is a row with its kind. So opening, changes and closing always
 * agree; what is found out later is a change of the day it was found. A second run finds nothing to
 * do. Answers how many days it wrote.
 */
export async function keepRecurring(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const yesterday = addDays(localDate(now, studio.timeZone), -1)
  const [found] = await db.all<{ last: LocalDate | null; first: LocalDate | null }>(sql`
    SELECT (SELECT max(day) FROM recurring_days WHERE studio_id = ${studio.id}) AS last,
      (SELECT min(starts_on) FROM memberships WHERE studio_id = ${studio.id}) AS first`)
  if (!found || (!found.last && !found.first)) return 0
  const earliest = [addDays(found.first ?? yesterday, -1), addDays(yesterday, -daysBack)]
    .sort()
    .at(-1)!
  const begins = earliest < yesterday ? earliest : yesterday
  let day = found.last ? addDays(found.last, 1) : begins
  let done = 0
  while (day <= yesterday && done < daysARun) {
    const days: LocalDate[] = []
    // Where the ledger begins stands on its own: nobody joined on that day.
    const most = !found.last && done === 0 ? 1 : daysATrip
    for (; day <= yesterday && days.length < most; day = addDays(day, 1)) days.push(day)
    const written = await writeDays(ctx, days)
    done += written
    // Another run is at it.
    if (written < days.length) break
  }
  return done
}

/** A plan's price as of a month, in minor units: 13 or 52 bills a year are 12 months of it. */
const monthlySql = (price: SQL): SQL => sql`CAST(round(CASE plan.interval
  WHEN 'four_weeks' THEN ${price} * 13.0 / 12 WHEN 'week' THEN ${price} * 52.0 / 12
  ELSE ${price} END) AS INTEGER)`

/**
 * What each person's memberships come to at the end of each day of `days (day)`: the price of the
 * period that was billed last, else the plan's; free days come to nothing. A freeze is held and not
 * paid.
 */
const valuesSql = ({ studio }: StudioContext): SQL => sql`
  SELECT day, person_id, sum(minor) AS held, sum(iif(frozen, 0, minor)) AS paying,
    group_concat(DISTINCT name) AS plans
  FROM (
    SELECT days.day, membership.person_id, plan.name,
      ${monthlySql(sql`coalesce((SELECT period.price_minor FROM membership_periods AS period
        WHERE period.studio_id = membership.studio_id AND period.membership_id = membership.id
          AND period.from_on <= days.day ORDER BY period.from_on DESC LIMIT 1), plan.price_minor)`)}
        AS minor,
      EXISTS (SELECT 1 FROM membership_freezes AS freeze
        WHERE freeze.studio_id = membership.studio_id AND freeze.membership_id = membership.id
          AND freeze.from_on <= days.day
          AND (freeze.until_on IS NULL OR freeze.until_on >= days.day)) AS frozen
    FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
    JOIN days ON date(membership.starts_on, '+' || membership.trial_days || ' days') <= days.day
      AND (membership.ends_on IS NULL OR membership.ends_on >= days.day)
    WHERE membership.studio_id = ${studio.id} AND membership.state <> 'pending_payment'
  ) GROUP BY day, person_id HAVING held > 0`

/**
 * Writes days that follow each other, in one trip and all or none: nothing where the first of them
 * was written meanwhile. Answers how many it wrote.
 */
async function writeDays(ctx: StudioContext, days: readonly LocalDate[]): Promise<number> {
  const { db, studio } = ctx
  const fresh = sql`NOT EXISTS (SELECT 1 FROM recurring_days AS kept
    WHERE kept.studio_id = ${studio.id} AND kept.day >= ${days[0]})`
  const given = sql`days AS MATERIALIZED (
    SELECT value AS day FROM json_each(${JSON.stringify(days)}))`
  const { written } = await batch(db, {
    changes: db.run(sql`
      INSERT INTO recurring_changes (studio_id, day, person_id, kind, amount_minor, plans)
      WITH ${given}, after AS MATERIALIZED (${valuesSql(ctx)}), person AS (
        SELECT person_id FROM after UNION SELECT person_id FROM recurring_people
        WHERE studio_id = ${studio.id}
      ), each AS (
        SELECT days.day, person.person_id, coalesce(after.paying, 0) AS p1,
          coalesce(after.held, 0) AS h1, after.plans
        FROM person CROSS JOIN days
        LEFT JOIN after ON after.person_id = person.person_id AND after.day = days.day
      ), moved AS (
        SELECT each.day, each.person_id, each.p1, each.h1,
          coalesce(lag(each.p1) OVER own, before.paying_minor, 0) AS p0,
          coalesce(lag(each.h1) OVER own, before.held_minor, 0) AS h0,
          coalesce(each.plans, lag(each.plans) OVER own, before.plans) AS plans
        FROM each LEFT JOIN recurring_people AS before ON before.studio_id = ${studio.id}
          AND before.person_id = each.person_id
        WINDOW own AS (PARTITION BY each.person_id ORDER BY each.day)
      )
      SELECT ${studio.id}, day, person_id, CASE
          WHEN p1 = 0 AND h1 = 0 THEN 'left'
          WHEN p1 < p0 THEN iif(h1 >= h0, 'froze', 'downgraded')
          WHEN p0 > 0 OR h0 > 0 THEN iif(h1 <= h0, 'returned', 'upgraded')
          WHEN EXISTS (SELECT 1 FROM memberships AS earlier
            WHERE earlier.studio_id = ${studio.id} AND earlier.person_id = moved.person_id
              AND earlier.state <> 'pending_payment' AND earlier.ends_on >= earlier.starts_on
              AND earlier.ends_on < date(moved.day, '-1 day')) THEN 'rejoined'
          ELSE 'joined' END, p1 - p0, plans
      FROM moved
      WHERE (p1 <> p0 OR h0 > 0 AND h1 = 0) AND ${fresh}
        AND EXISTS (SELECT 1 FROM recurring_days WHERE studio_id = ${studio.id})
      ORDER BY day, person_id`),
    gone: db.run(sql`
      DELETE FROM recurring_people WHERE studio_id = ${studio.id} AND ${fresh}`),
    people: db.run(sql`
      INSERT INTO recurring_people (studio_id, person_id, held_minor, paying_minor, plans)
      WITH days AS (SELECT ${days.at(-1)} AS day)
      SELECT ${studio.id}, value.person_id, value.held, value.paying, value.plans
      FROM (${valuesSql(ctx)}) AS value WHERE ${fresh}`),
    written: db.run(sql`
      INSERT INTO recurring_days (studio_id, day, members, minor)
      WITH ${given}, after AS MATERIALIZED (${valuesSql(ctx)})
      SELECT ${studio.id}, days.day, count(after.person_id) FILTER (WHERE after.paying > 0),
        coalesce(sum(after.paying), 0)
      FROM days LEFT JOIN after ON after.day = days.day
      WHERE ${fresh} GROUP BY days.day`),
  })
  return changed(written) > 0 ? days.length : 0
}
