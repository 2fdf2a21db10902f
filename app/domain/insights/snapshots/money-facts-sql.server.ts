/**
 * Money of each day of a month, by what it was for, three times over: as it was taken (cash), as it
 * was invoiced, and as it was earned (accrual, R12). Over all time the last two come to the same, but
 * for what expired on gift cards: that is earned and was never invoiced.
 */
import { type SQL, sql } from 'drizzle-orm'
import { moneySql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { soldKindSql } from '#app/domain/sales/accounts/accounts-page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays } from '#app/values/zone.ts'
import { type Days, dayPartSql, lotUsesSql, lotValuesSql } from './class-facts-sql.server.ts'

/** Names of what was sold: the plan of a membership, the package of a lot. */
const nameSql = (kind: SQL): SQL => sql`coalesce(CASE
  WHEN ${kind} IN ('membership','joining_fee','freeze') THEN (SELECT plan.name
    FROM memberships AS held JOIN plans AS plan ON plan.id = held.plan_id
    WHERE held.id = line.subject_id AND held.studio_id = line.studio_id)
  WHEN ${kind} = 'package' THEN (SELECT package.name
    FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.id = line.subject_id AND lot.studio_id = line.studio_id) END, '')`

/**
 * A SELECT of the rows of `money_facts`.
 *
 * - Taken: each payment, by the lines of the invoices it went to, in proportion; what went to none is
 *   account credit. Account credit that is spent is not part of it.
 * - Invoiced: lines of the day's invoices and credit notes, voided ones left out. A gift card that is
 *   sold is owed to its holder and no income: what it pays for is, and what expires on it is earned.
 * - Earned: memberships day by day over the days they were billed for; packs by the class each credit
 *   was used for, the rest on the day after they expire or on which they are refunded; everything
 *   else on the day it is invoiced.
 */
export const moneyFactsSql = (ctx: StudioContext, { from, until }: Days): SQL => {
  const { studio } = ctx
  const own = sql`${studio.id}`
  return sql`
  WITH RECURSIVE dates (day) AS (
    SELECT ${from} UNION ALL SELECT date(day, '+1 day') FROM dates WHERE day < ${until}),
  lines AS MATERIALIZED (
    SELECT invoice.issued_on AS day, line.subject_id, line.period_from, line.amount_minor AS minor,
      line.kind AS written, ${soldKindSql} AS kind, ${nameSql(soldKindSql)} AS name
    FROM invoices AS invoice INDEXED BY invoices_by_day
    CROSS JOIN open_items AS line ON line.studio_id = invoice.studio_id
      AND line.invoice_id = invoice.id
    WHERE invoice.studio_id = ${own} AND invoice.issued_on BETWEEN ${from} AND ${until}
      AND invoice.state <> 'void' AND ${soldKindSql} <> 'gift_card'),
  paid AS MATERIALIZED (
    SELECT payment.id, payment.taken_on AS day, payment.amount_minor AS whole, part.id AS part_id,
      part.amount_minor AS part, part.invoice_id
    FROM payments AS payment
    LEFT JOIN allocations AS part ON part.studio_id = ${own} AND part.payment_id = payment.id
    WHERE payment.studio_id = ${own} AND payment.taken_on BETWEEN ${from} AND ${until}
      AND ${moneySql('payment')} AND payment.state = 'succeeded'),
  paid_lines AS MATERIALIZED (
    SELECT paid.id, paid.day, paid.part_id, paid.part, ${soldKindSql} AS kind,
      ${nameSql(soldKindSql)} AS name, line.amount_minor AS minor,
      sum(line.amount_minor) OVER own AS upto,
      sum(line.amount_minor) OVER (PARTITION BY paid.part_id) AS total
    FROM paid JOIN invoices AS invoice ON invoice.id = paid.invoice_id
    CROSS JOIN open_items AS line ON line.studio_id = ${own} AND line.invoice_id = invoice.id
    WINDOW own AS (PARTITION BY paid.part_id ORDER BY line.id)),
  taken AS (
    SELECT id, day, kind, name,
      part * upto / total - part * (upto - minor) / total AS minor
    FROM paid_lines WHERE total <> 0),
  touched AS MATERIALIZED (
    SELECT DISTINCT b.lot_id FROM occurrences AS o
    CROSS JOIN bookings AS b ON b.studio_id = ${own} AND b.occurrence_id = o.id
    WHERE o.studio_id = ${own} AND o.local_start >= ${from}
      AND o.local_start < ${addDays(until, 1)} AND b.lot_id IS NOT NULL
    UNION SELECT id FROM lots WHERE studio_id = ${own} AND expires_on >= ${addDays(from, -1)}
      AND expires_on < ${until}
    UNION SELECT subject_id FROM lines WHERE kind = 'package'),
  ${lotValuesSql(ctx)}, ${lotUsesSql(ctx, until)},
  closing AS MATERIALIZED (
    SELECT lot_id, name, minor, iif(refunded_at IS NULL, date(expires_on, '+1 day'),
      min(coalesce((SELECT max(note.issued_on) FROM open_items AS back
          JOIN invoices AS note ON note.id = back.invoice_id
          WHERE back.studio_id = ${own} AND back.subject_id = lot_id AND back.kind = 'refund'),
        substr(refunded_at, 1, 10)), date(expires_on, '+1 day'))) AS day FROM lot_values),
  backs AS MATERIALIZED (
    SELECT closing.lot_id, max(invoice.issued_on, closing.day) AS day, closing.day AS closed,
      line.amount_minor AS minor
    FROM closing CROSS JOIN open_items AS line ON line.studio_id = ${own}
      AND line.subject_id = closing.lot_id AND line.kind = 'refund'
    JOIN invoices AS invoice ON invoice.id = line.invoice_id AND invoice.state <> 'void'),
  earned_by_packs AS (
    SELECT day, 'package' AS kind, name, earned AS minor, 0 AS broke
    FROM lot_uses JOIN lot_values USING (lot_id) WHERE day >= ${from}
    UNION ALL
    SELECT day, 'package', name, minor - used, iif(minor - used > 0, minor - used, 0) FROM (
      SELECT closing.day, closing.name, closing.minor, coalesce((
        SELECT sum(lot_uses.earned) FROM lot_uses WHERE lot_uses.lot_id = closing.lot_id), 0) AS used
      FROM closing WHERE closing.day BETWEEN ${from} AND ${until})
    UNION ALL
    SELECT backs.day, 'package', closing.name, backs.minor,
      iif(backs.day = backs.closed, backs.minor, 0) FROM backs JOIN closing USING (lot_id)
    WHERE backs.day BETWEEN ${from} AND ${until}),
  earned AS (
    SELECT day, kind, name, minor, 0 AS broke FROM lines
    WHERE kind <> 'package' AND NOT (written IN ('membership','freeze') AND period_from IS NOT NULL)
    UNION ALL
    SELECT dates.day, 'membership', name, n * ${dayPartSql(sql`minor`, sql`period_from`, sql`period_until`, sql`dates.day`, sql`dates.day`)}, 0
    FROM (SELECT ${nameSql(sql`'membership'`)} AS name, line.amount_minor AS minor,
        line.period_from, line.period_until, count(*) AS n
      FROM open_items AS line INDEXED BY open_items_by_period
      JOIN invoices AS invoice ON invoice.id = line.invoice_id AND invoice.state <> 'void'
      WHERE line.studio_id = ${own} AND line.period_until >= ${from} AND line.period_from <= ${until}
        AND line.kind IN ('membership','freeze')
      GROUP BY 1, 2, 3, 4) AS billed
    JOIN dates ON dates.day BETWEEN period_from AND period_until
    UNION ALL SELECT day, kind, name, minor, broke FROM earned_by_packs
    UNION ALL
    SELECT date(substr(entry.cause, -10), '+1 day'), 'gift_card', '', -entry.amount_minor,
      -entry.amount_minor
    FROM gift_card_entries AS entry INDEXED BY gift_card_entries_expired
    WHERE entry.studio_id = ${own} AND entry.kind = 'expired'
      AND substr(entry.cause, -10) >= ${addDays(from, -1)}
      AND substr(entry.cause, -10) < ${until}),
  each AS (
    SELECT day, kind, name, iif(minor > 0, minor, 0) AS taken, iif(minor < 0, -minor, 0) AS refunded,
      0 AS invoiced, 0 AS earned, 0 AS broke FROM taken
    UNION ALL
    SELECT day, 'account_credit', '', iif(minor > 0, minor, 0), iif(minor < 0, -minor, 0), 0, 0, 0
    FROM (SELECT day, whole - coalesce((
        SELECT sum(taken.minor) FROM taken WHERE taken.id = paid.id), 0) AS minor
      FROM paid GROUP BY id)
    UNION ALL SELECT day, kind, name, 0, 0, minor, 0, 0 FROM lines
    UNION ALL SELECT day, kind, name, 0, 0, 0, minor, broke FROM earned)
  SELECT ${studio.id}, day, kind, name, sum(taken), sum(refunded), sum(invoiced), sum(earned),
    sum(broke)
  FROM each GROUP BY day, kind, name
  HAVING sum(taken) <> 0 OR sum(refunded) <> 0 OR sum(invoiced) <> 0 OR sum(earned) <> 0`
}
