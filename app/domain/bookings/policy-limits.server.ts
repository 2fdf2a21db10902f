/**
 * The limits of a policy as SQL, once for telling and once for the guard of a write. The occurrence goes by `o`, its
 * policy by `lp`; `person` is a bound id or a column such as `q.person_id`.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LimitFacts } from './availability/policy-limits.ts'
import { seatedSql } from './booking-sql.server.ts'

const exemptSql = (person: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM policy_exemptions AS ex
  WHERE ex.studio_id = o.studio_id AND ex.person_id = ${person} AND ex.policy_name = lp.name AND ex.ended_at IS NULL)`

/** Places in other classes of the kind between two local dates; counted by the class's date, not the booking's. */
const heldSql = (person: SQL, from: SQL, until: SQL): SQL => sql`(
  SELECT count(*) FROM bookings AS lb CROSS JOIN occurrences AS lo ON lo.id = lb.occurrence_id
  WHERE lb.studio_id = o.studio_id AND lb.person_id = ${person} AND ${seatedSql('lb')} AND lo.id <> o.id
    AND lo.kind = o.kind AND lo.state <> 'cancelled' AND lo.local_start >= ${from} AND lo.local_start < ${until})`

const onDaySql = (person: SQL): SQL =>
  heldSql(
    person,
    sql`substr(o.local_start, 1, 10)`,
    sql`date(substr(o.local_start, 1, 10), '+1 day')`,
  )

const inWeekSql = (person: SQL): SQL =>
  heldSql(
    person,
    sql`date(substr(o.local_start, 1, 10), 'weekday 0', '-6 days')`,
    sql`date(substr(o.local_start, 1, 10), 'weekday 0', '+1 day')`,
  )

/** Late cancels and no-shows that count, under any version of the policy; one whose fee was waived is excused. */
const strikesSql = (alias: 'sb' | 'tb', person: SQL): SQL => {
  return sql`bookings AS ${sql.raw(alias)} CROSS JOIN policies AS ${sql.raw(`${alias}p`)} ON ${sql.raw(`${alias}p.id = ${alias}.policy_id`)}
    CROSS JOIN occurrences AS ${sql.raw(`${alias}o`)} ON ${sql.raw(`${alias}o.id = ${alias}.occurrence_id`)}
    WHERE ${sql.raw(alias)}.studio_id = o.studio_id AND ${sql.raw(alias)}.person_id = ${person} AND ${sql.raw(`${alias}p.name = lp.name
      AND (${alias}.state = 'late_cancelled' AND ${alias}p.late_strike OR ${alias}.state = 'no_show' AND ${alias}p.no_show_strike)
      AND NOT EXISTS (SELECT 1 FROM fees AS f WHERE f.studio_id = ${alias}.studio_id AND f.booking_id = ${alias}.id AND f.state = 'waived')`)}`
}

/** Until when strikes stop booking; null where they do not. */
const blockedUntilSql = (person: SQL, now: Instant): SQL => sql`(
  SELECT max(strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(sb.ended_at, sbo.starts_at), '+' || lp.block_days || ' days'))
  FROM ${strikesSql('sb', person)}
    AND strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(sb.ended_at, sbo.starts_at), '+' || lp.block_days || ' days') > ${now}
    AND (SELECT count(*) FROM ${strikesSql('tb', person)}
      AND coalesce(tb.ended_at, tbo.starts_at) <= coalesce(sb.ended_at, sbo.starts_at)
      AND coalesce(tb.ended_at, tbo.starts_at) > strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(sb.ended_at, sbo.starts_at), '-' || lp.strike_days || ' days')
    ) >= lp.strike_limit)`

/** A person whose date of birth is not known is not refused. */
const tooYoungSql = (person: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM people AS yp WHERE yp.studio_id = o.studio_id AND yp.id = ${person} AND yp.birth_date IS NOT NULL
    AND date(yp.birth_date, '+' || lp.minimum_age || ' years') > substr(o.local_start, 1, 10))`

/** Nothing of the class's policy stands in the person's way at the moment of writing. */
export const withinLimitsSql = (personId: string, now: Instant): SQL => {
  const person = sql`${personId}`
  return sql`EXISTS (
    SELECT 1 FROM policies AS lp WHERE lp.id = o.policy_id
      AND (lp.minimum_age = 0 OR NOT ${tooYoungSql(person)})
      AND (lp.daily_limit = 0 AND lp.weekly_limit = 0 AND lp.strike_limit = 0 OR ${exemptSql(person)} OR (
        (lp.daily_limit = 0 OR ${onDaySql(person)} < lp.daily_limit)
        AND (lp.weekly_limit = 0 OR ${inWeekSql(person)} < lp.weekly_limit)
        AND (lp.strike_limit = 0 OR ${blockedUntilSql(person, now)} IS NULL))))`
}

/**
 * The limits of the classes that `condition` picks from `source` (`occurrences AS o`, with whatever gives `person`).
 * No row for a class whose policy has none, so that it costs nothing where there are none.
 */
export function limitsStatement(
  { db, now }: StudioContext,
  person: SQL,
  condition: SQL,
  source: SQL = sql`occurrences AS o`,
): Statement<LimitFacts[]> {
  const limited = (column: string) => sql`iif(${exemptSql(person)}, 0, ${sql.raw(`lp.${column}`)})`
  return db.all<LimitFacts>(sql`
    SELECT o.id AS occurrenceId, ${person} AS personId,
      ${limited('daily_limit')} AS dailyLimit, iif(lp.daily_limit > 0, ${onDaySql(person)}, 0) AS dailyUsed,
      ${limited('weekly_limit')} AS weeklyLimit, iif(lp.weekly_limit > 0, ${inWeekSql(person)}, 0) AS weeklyUsed,
      iif(lp.strike_limit > 0 AND NOT ${exemptSql(person)}, ${blockedUntilSql(person, now)}, NULL) AS blockedUntil,
      lp.minimum_age AS minimumAge, iif(lp.minimum_age > 0, ${tooYoungSql(person)}, 0) AS tooYoung
    FROM ${source} CROSS JOIN policies AS lp ON lp.id = o.policy_id
    WHERE ${condition} AND (lp.daily_limit > 0 OR lp.weekly_limit > 0 OR lp.strike_limit > 0 OR lp.minimum_age > 0)`)
}

/**
 * The policy `p` of booking `alias` takes no fee from its person: they are exempt, or it is their first late cancel or
 * no-show in as many months as the policy forgives.
 */
export const sparedSql = (alias: string, now: Instant): SQL =>
  sql`(${sql.raw(`EXISTS (SELECT 1 FROM policy_exemptions AS ex WHERE ex.studio_id = ${alias}.studio_id
      AND ex.person_id = ${alias}.person_id AND ex.policy_name = p.name AND ex.ended_at IS NULL)
    OR p.forgive_months > 0 AND NOT EXISTS (
      SELECT 1 FROM bookings AS fb CROSS JOIN policies AS fp ON fp.id = fb.policy_id
      CROSS JOIN occurrences AS fo ON fo.id = fb.occurrence_id
      WHERE fb.studio_id = ${alias}.studio_id AND fb.person_id = ${alias}.person_id AND fb.id <> ${alias}.id
        AND fb.state IN ('late_cancelled','no_show') AND fp.name = p.name`)}
        AND coalesce(fb.ended_at, fo.starts_at) > strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '-' || p.forgive_months || ' months')))`
