import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

/** Days that one run writes; the next minute takes the rest. */
const daysARun = 30

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
    for (; day <= yesterday && days.length < daysATrip; day = addDays(day, 1)) days.push(day)
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
 * What each person's memberships come to at the end of a day: the price of the period that was
 * billed last, else the plan's; free days come to nothing. A freeze is held and not paid.
 */
const valuesSql = ({ studio }: StudioContext, day: LocalDate): SQL => sql`
  SELECT person_id, sum(minor) AS held, sum(iif(frozen, 0, minor)) AS paying,
    group_concat(DISTINCT name) AS plans
  FROM (
    SELECT membership.person_id, plan.name,
      ${monthlySql(sql`coalesce((SELECT period.price_minor FROM membership_periods AS period
        WHERE period.studio_id = membership.studio_id AND period.membership_id = membership.id
          AND period.from_on <= ${day} ORDER BY period.from_on DESC LIMIT 1), plan.price_minor)`)}
        AS minor,
      EXISTS (SELECT 1 FROM membership_freezes AS freeze
        WHERE freeze.studio_id = membership.studio_id AND freeze.membership_id = membership.id
          AND freeze.from_on <= ${day} AND (freeze.until_on IS NULL OR freeze.until_on >= ${day}))
        AS frozen
    FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE membership.studio_id = ${studio.id} AND membership.state <> 'pending_payment'
      AND date(membership.starts_on, '+' || membership.trial_days || ' days') <= ${day}
      AND (membership.ends_on IS NULL OR membership.ends_on >= ${day})
  ) GROUP BY person_id HAVING held > 0`

/** Writes days that follow each other, in one trip, and answers how many were still to write. */
async function writeDays(ctx: StudioContext, days: readonly LocalDate[]): Promise<number> {
  const statements = days.flatMap((day) =>
    Object.entries(dayStatements(ctx, day)).map(([name, one]) => [`${day} ${name}`, one] as const),
  )
  const results = await batch(ctx.db, Object.fromEntries(statements))
  return days.filter((day) => changed(results[`${day} written`]) > 0).length
}

/** Writes one day, unless it or a later one was written meanwhile. */
function dayStatements(ctx: StudioContext, day: LocalDate) {
  const { db, studio } = ctx
  const fresh = sql`NOT EXISTS (SELECT 1 FROM recurring_days AS kept
    WHERE kept.studio_id = ${studio.id} AND kept.day >= ${day})`
  const values = valuesSql(ctx, day)
  return {
    // The first day of all is where the ledger begins: nobody joined on it.
    changes: db.run(sql`
      INSERT INTO recurring_changes (studio_id, day, person_id, kind, amount_minor, plans)
      WITH after AS (${values}), person AS (
        SELECT person_id FROM after UNION SELECT person_id FROM recurring_people
        WHERE studio_id = ${studio.id}
      ), moved AS (
        SELECT person.person_id, coalesce(before.paying_minor, 0) AS p0,
          coalesce(before.held_minor, 0) AS h0, coalesce(after.paying, 0) AS p1,
          coalesce(after.held, 0) AS h1, coalesce(after.plans, before.plans) AS plans
        FROM person LEFT JOIN after ON after.person_id = person.person_id
        LEFT JOIN recurring_people AS before ON before.studio_id = ${studio.id}
          AND before.person_id = person.person_id
      )
      SELECT ${studio.id}, ${day}, person_id, CASE
          WHEN p1 = 0 AND h1 = 0 THEN 'left'
          WHEN p1 < p0 THEN iif(h1 >= h0, 'froze', 'downgraded')
          WHEN p0 > 0 OR h0 > 0 THEN iif(h1 <= h0, 'returned', 'upgraded')
          WHEN EXISTS (SELECT 1 FROM memberships AS earlier
            WHERE earlier.studio_id = ${studio.id} AND earlier.person_id = moved.person_id
              AND earlier.state <> 'pending_payment' AND earlier.ends_on >= earlier.starts_on
              AND earlier.ends_on < date(${day}, '-1 day')) THEN 'rejoined'
          ELSE 'joined' END, p1 - p0, plans
      FROM moved
      WHERE (p1 <> p0 OR h0 > 0 AND h1 = 0) AND ${fresh}
        AND EXISTS (SELECT 1 FROM recurring_days WHERE studio_id = ${studio.id})`),
    gone: db.run(sql`
      DELETE FROM recurring_people WHERE studio_id = ${studio.id} AND ${fresh}`),
    people: db.run(sql`
      INSERT INTO recurring_people (studio_id, person_id, held_minor, paying_minor, plans)
      SELECT ${studio.id}, value.person_id, value.held, value.paying, value.plans
      FROM (${values}) AS value WHERE ${fresh}`),
    written: db.run(sql`
      INSERT INTO recurring_days (studio_id, day, members, minor)
      SELECT ${studio.id}, ${day}, count(*) FILTER (WHERE paying_minor > 0),
        coalesce(sum(paying_minor), 0)
      FROM recurring_people WHERE studio_id = ${studio.id} HAVING ${fresh}`),
  }
}
