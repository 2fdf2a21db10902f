/** What a class came to, as one row for each that took place on the days of a month. */
import { type SQL, sql } from 'drizzle-orm'
import { cameBeforeImportSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

export type Days = { from: LocalDate; until: LocalDate }

/** States in which a place was kept until the start. */
const kept = sql.raw(`('booked','checked_in','attended','no_show')`)
const came = sql.raw(`('checked_in','attended')`)
/** States in which a credit is used, where it was not given back. */
const used = sql.raw(`('checked_in','attended','no_show','late_cancelled')`)

/**
 * `spans`: what took place on these days. `seats`: each booking of it. Two CTEs for a statement that
 * goes on from them.
 */
const seatsSql = ({ studio }: StudioContext, { from, until }: Days): SQL => sql`
  spans AS MATERIALIZED (
    SELECT o.id, substr(o.local_start, 1, 10) AS day, o.local_start, o.starts_at, o.kind,
      o.class_type_id, o.coach_id, o.room_id, o.capacity, o.ends_at
    FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.local_start >= ${from}
      AND o.local_start < ${addDays(until, 1)} AND o.state IN ('scheduled','reconciled')),
  seats AS MATERIALIZED (
    SELECT b.id, b.seq, b.person_id, b.state, b.membership_id, b.lot_id, b.enrolment_id,
      b.make_up_id, spans.id AS occurrence_id, spans.day, spans.local_start, spans.starts_at
    FROM spans CROSS JOIN bookings AS b ON b.studio_id = ${studio.id} AND b.occurrence_id = spans.id)`

/**
 * Whether a line of `open_items AS line` was charged. One of a bill that was written off is void by
 * itself, but was invoiced and so was earned.
 */
const chargedSql = sql.raw(`(line.state <> 'void' OR EXISTS (SELECT 1 FROM invoices AS bill
  WHERE bill.id = line.invoice_id AND bill.state <> 'void'))`)

/**
 * `lot_values (lot_id, minor, credits)`: what was charged for each lot of `touched (lot_id)`, tax
 * included, and how many credits it was for. A pass for any number of classes is one.
 */
export const lotValuesSql = ({ studio }: StudioContext): SQL => sql`
  lot_values AS MATERIALIZED (
    SELECT lot.id AS lot_id, lot.person_id, package.name, package.kind,
      lot.expires_on, lot.refunded_at,
      coalesce((SELECT sum(line.amount_minor) FROM open_items AS line
        WHERE line.studio_id = ${studio.id} AND line.subject_id = lot.id AND line.kind = 'package'
          AND ${chargedSql}), 0) AS minor,
      CASE package.kind WHEN 'day_pass' THEN 1 ELSE max(1, coalesce((
        SELECT sum(entry.amount) FROM entries AS entry WHERE entry.studio_id = ${studio.id}
          AND entry.lot_id = lot.id AND entry.kind IN ('grant','adjust','transfer')
          AND entry.booking_id IS NULL), 1)) END AS credits
    FROM touched JOIN lots AS lot ON lot.id = touched.lot_id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id})`

/**
 * `lot_uses (lot_id, booking_id, day, nth, earned)`: each credit of the lots of `lot_values` that was
 * used by the end of a day, in the order of the classes, with its part of the price. The parts of a
 * lot add up to its price: each is the difference of two roundings.
 */
export const lotUsesSql = ({ studio }: StudioContext, until: LocalDate): SQL => sql`
  lot_uses AS MATERIALIZED (
    SELECT lot_id, booking_id, day, nth,
      minor * min(nth, credits) / credits - minor * min(nth - 1, credits) / credits AS earned
    FROM (
      SELECT held.lot_id, held.minor, held.credits, b.id AS booking_id,
        substr(o.local_start, 1, 10) AS day,
        row_number() OVER (PARTITION BY held.lot_id ORDER BY o.local_start, b.seq) AS nth
      FROM lot_values AS held
      CROSS JOIN (SELECT entry.lot_id, entry.booking_id, sum(entry.amount) AS amount
        FROM touched CROSS JOIN entries AS entry ON entry.studio_id = ${studio.id}
          AND entry.lot_id = touched.lot_id AND entry.booking_id IS NOT NULL
        GROUP BY entry.lot_id, entry.booking_id) AS spent ON spent.lot_id = held.lot_id
      CROSS JOIN bookings AS b ON b.id = spent.booking_id
      CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE spent.amount < 0 AND b.studio_id = ${studio.id} AND b.state IN ${used}
        AND o.local_start < ${addDays(until, 1)}))`

/** A bill of days as of `from` to `until`: its part of `minor` in whole minor units. */
export const dayPartSql = (minor: SQL, first: SQL, last: SQL, from: SQL, until: SQL): SQL => {
  const days = (a: SQL, b: SQL) => sql`CAST(julianday(${b}) - julianday(${a}) + 1 AS INTEGER)`
  return sql`(${minor} * ${days(first, sql`min(${last}, ${until})`)} / ${days(first, last)}
    - ${minor} * (${days(first, sql`max(${first}, ${from})`)} - 1) / ${days(first, last)})`
}

/**
 * A SELECT of the rows of `class_facts` for the days of one month. A place that a membership pays for
 * earns the same part of what that membership comes to on these days as each other it paid for.
 */
export const classFactsSql = (ctx: StudioContext, days: Days): SQL => {
  const { studio } = ctx
  return sql`
  WITH ${seatsSql(ctx, days)},
  touched AS MATERIALIZED (SELECT DISTINCT lot_id FROM seats WHERE lot_id IS NOT NULL),
  ${lotValuesSql(ctx)}, ${lotUsesSql(ctx, days.until)},
  member_seats AS (
    SELECT id, membership_id, count(*) OVER own AS n,
      row_number() OVER (PARTITION BY membership_id ORDER BY local_start, seq) AS nth
    FROM seats WHERE membership_id IS NOT NULL AND state IN ('checked_in','attended','no_show')
    WINDOW own AS (PARTITION BY membership_id)),
  member_values AS MATERIALIZED (
    SELECT membership_id, coalesce((
      SELECT sum(${dayPartSql(sql`line.amount_minor`, sql`line.period_from`, sql`line.period_until`, sql`${days.from}`, sql`${days.until}`)})
      FROM open_items AS line WHERE line.studio_id = ${studio.id}
        AND line.subject_id = membership_id AND line.kind IN ('membership','freeze') AND ${chargedSql}
        AND line.period_from <= ${days.until} AND line.period_until >= ${days.from}), 0) AS minor
    FROM (SELECT DISTINCT membership_id FROM member_seats)),
  earned AS MATERIALIZED (
    SELECT member_seats.id, held.minor * nth / n - held.minor * (nth - 1) / n AS minor
    FROM member_seats JOIN member_values AS held USING (membership_id)
    UNION ALL SELECT booking_id, earned FROM lot_uses WHERE day >= ${days.from}
    UNION ALL SELECT seats.id, line.amount_minor FROM seats
      CROSS JOIN open_items AS line ON line.studio_id = ${studio.id} AND line.subject_id = seats.id
        AND line.kind IN ('drop_in','refund') AND ${chargedSql}
      WHERE seats.lot_id IS NULL AND seats.membership_id IS NULL),
  sums AS (
    SELECT seats.occurrence_id, sum(state IN ${kept}) AS booked, sum(state IN ${came}) AS came,
      sum(state = 'no_show') AS no_shows, sum(state = 'late_cancelled') AS late_cancels,
      sum(state = 'not_promoted') AS turned_away,
      sum(state IN ${kept} AND free) AS free_booked, sum(state IN ${came} AND free) AS free_came,
      sum(state IN ${came} AND NOT EXISTS (
        SELECT 1 FROM bookings AS earlier
        CROSS JOIN occurrences AS before ON before.id = earlier.occurrence_id
        WHERE earlier.studio_id = ${studio.id} AND earlier.person_id = seats.person_id
          AND earlier.state IN ${came} AND before.starts_at < seats.starts_at)
        AND NOT ${cameBeforeImportSql(sql`${studio.id}`, sql`seats.person_id`)}) AS first_visits,
      coalesce(sum((SELECT sum(earned.minor) FROM earned WHERE earned.id = seats.id)), 0) AS earned
    FROM (SELECT *, ${freeSql(ctx)} AS free FROM seats) AS seats GROUP BY seats.occurrence_id)
  SELECT ${studio.id}, day, spans.id, kind, CAST(substr(local_start, 12, 2) AS INTEGER),
    (CAST(strftime('%w', day) AS INTEGER) + 6) % 7 + 1,
    CAST(round((julianday(ends_at) - julianday(starts_at)) * 1440) AS INTEGER),
    class_type_id, coach_id, room_id, capacity, coalesce(booked, 0), coalesce(came, 0),
    coalesce(no_shows, 0), coalesce(late_cancels, 0), coalesce(turned_away, 0),
    coalesce(first_visits, 0), coalesce(free_booked, 0), coalesce(free_came, 0),
    coalesce(earned, 0)
  FROM spans LEFT JOIN sums ON sums.occurrence_id = spans.id
  WHERE kind <> 'event'`
}

/** Whether nothing pays for a place of `seats`: a guest of the house, a free plan, a free pack. */
const freeSql = ({ studio }: StudioContext): SQL => sql`
  enrolment_id IS NULL AND make_up_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM memberships AS held JOIN plans AS plan ON plan.id = held.plan_id
    WHERE held.studio_id = ${studio.id} AND held.id = seats.membership_id AND plan.price_minor > 0)
  AND NOT EXISTS (
    SELECT 1 FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    LEFT JOIN packages AS bundle ON bundle.id = package.bundle_id
    WHERE lot.studio_id = ${studio.id} AND lot.id = seats.lot_id
      AND coalesce(bundle.price_minor, package.price_minor) > 0)
  AND NOT EXISTS (
    SELECT 1 FROM open_items AS line WHERE line.studio_id = ${studio.id}
      AND line.subject_id = seats.id AND line.kind = 'drop_in' AND ${chargedSql})`
