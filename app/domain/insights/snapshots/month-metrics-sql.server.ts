/** Figures of a month that are no sums of its days. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays } from '#app/values/zone.ts'
import type { Days } from './class-facts-sql.server.ts'
import { introStayedSql } from './intro-stayed-sql.server.ts'

/**
 * SELECTs of the rows of `metric_months` for the month of these days, as of the last of them. What
 * pays and who joined and left is read from the ledger of recurring revenue alone.
 */
export const monthMetricsSql = ({ studio }: StudioContext, { from, until }: Days): SQL[] => {
  const own = sql`studio_id = ${studio.id}`
  const before = sql`(SELECT day FROM recurring_days WHERE ${own} AND day < ${from}
    ORDER BY day DESC LIMIT 1)`
  // In the month the ledger begins, its first day is the opening.
  const opening = sql`coalesce(${before}, (SELECT min(day) FROM recurring_days WHERE ${own}
    AND day <= ${until}))`
  const closing = sql`(SELECT day FROM recurring_days WHERE ${own} AND day <= ${until}
    ORDER BY day DESC LIMIT 1)`
  const rows = (ctes: SQL, terms: SQL) => sql`${ctes}
  SELECT ${studio.id}, ${from.slice(0, 7)}, figure.* FROM (${terms}) AS figure`
  // D1 takes five SELECTs of a compound at most.
  return [
    rows(
      sql`WITH ends AS (SELECT ${opening} AS first, ${closing} AS last)`,
      sql`SELECT 'recurring.opening', '', minor FROM recurring_days
    WHERE ${own} AND day = (SELECT first FROM ends)
    UNION ALL SELECT 'members.opening', '', members FROM recurring_days
    WHERE ${own} AND day = (SELECT first FROM ends)
    UNION ALL SELECT 'recurring.minor', '', minor FROM recurring_days
    WHERE ${own} AND day = (SELECT last FROM ends)
    UNION ALL SELECT 'members.paying', '', members FROM recurring_days
    WHERE ${own} AND day = (SELECT last FROM ends)`,
    ),
    rows(
      sql`WITH moved AS (
    SELECT kind, count(DISTINCT person_id) AS people, sum(amount_minor) AS minor
    FROM recurring_changes WHERE ${own} AND day BETWEEN ${from} AND ${until} GROUP BY kind)`,
      sql`SELECT 'movement.people', kind, people FROM moved
    UNION ALL SELECT 'movement.minor', kind, minor FROM moved
    UNION ALL SELECT 'movement.people', 'began', count(DISTINCT person_id) FROM recurring_changes
    WHERE ${own} AND day BETWEEN ${from} AND ${until} AND kind IN ('joined','rejoined')`,
    ),
    rows(
      sql`WITH firsts AS (
    SELECT person_id, substr(min(day), 1, 7) AS cohort FROM recurring_changes
    WHERE ${own} AND kind = 'joined' AND day <= ${until} GROUP BY person_id),
  latest AS (
    SELECT person_id, kind FROM (
      SELECT person_id, kind, row_number() OVER (PARTITION BY person_id ORDER BY seq DESC) AS nr
      FROM recurring_changes WHERE ${own} AND day <= ${until}) WHERE nr = 1)`,
      sql`SELECT 'cohort.joined', cohort, count(*) FROM firsts GROUP BY cohort
    UNION ALL SELECT 'cohort.stayed', cohort, count(*) FROM firsts JOIN latest USING (person_id)
    WHERE latest.kind <> 'left' GROUP BY cohort`,
    ),
    rows(
      sql``,
      sql`SELECT 'people.came', '', count(DISTINCT b.person_id) FROM occurrences AS o
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
    WHERE o.studio_id = ${studio.id} AND o.local_start >= ${from}
      AND o.local_start < ${addDays(until, 1)} AND o.state IN ('scheduled','reconciled')
      AND b.state IN ('checked_in','attended')`,
    ),
    rows(
      sql`WITH intros AS (
    SELECT ${introStayedSql(sql`lot`)} AS stayed
    FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
    WHERE lot.studio_id = ${studio.id} AND lot.expires_on BETWEEN ${from} AND ${until}
      AND package.once_per_person = 1 AND lot.refunded_at IS NULL)`,
      sql`SELECT 'intro.ended', '', count(*) FROM intros
    UNION ALL SELECT 'intro.stayed', '', coalesce(sum(stayed), 0) FROM intros`,
    ),
    rows(
      sql``,
      sql`SELECT 'plan.held', plan_id, count(*) FROM memberships
    WHERE ${own} AND state <> 'pending_payment' AND starts_on <= ${until}
      AND (ends_on IS NULL OR ends_on >= ${until}) GROUP BY plan_id
    UNION ALL SELECT 'plan.sold', plan_id, count(*) FROM memberships AS held
    WHERE ${own} AND state <> 'pending_payment' AND starts_on BETWEEN ${from} AND ${until}
      AND NOT EXISTS (SELECT 1 FROM memberships AS earlier WHERE earlier.studio_id = held.studio_id
        AND earlier.superseded_by = held.id AND earlier.person_id = held.person_id)
    GROUP BY plan_id
    UNION ALL SELECT 'plan.ended', plan_id, count(*) FROM memberships
    WHERE ${own} AND ends_on BETWEEN ${from} AND ${until}
      AND state NOT IN ('pending_payment','superseded') GROUP BY plan_id`,
    ),
  ]
}
