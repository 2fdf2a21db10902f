/**
 * The limits of a policy as SQL, once for words and once for the guard of a write. The occurrence
 * goes by `o`, its policy by `policy`; `person` is a bound id or a column such as
 * `booking.person_id`.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { everyNeed, type Needs } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LimitFacts } from './policy-limits.ts'

const exemptSql = (person: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM policy_exemptions AS exemption
  WHERE exemption.studio_id = o.studio_id AND exemption.person_id = ${person}
    AND exemption.policy_name = policy.name AND exemption.ended_at IS NULL)`

/**
 * Places in other classes of the kind between two local dates; counted by the class's date, not the
 * booking's.
 */
const heldSql = (person: SQL, from: SQL, until: SQL): SQL => sql`(
  SELECT count(*) FROM bookings AS held
  CROSS JOIN occurrences AS held_class ON held_class.id = held.occurrence_id
  WHERE held.studio_id = o.studio_id AND held.person_id = ${person} AND ${seatedSql('held')}
    AND held_class.id <> o.id
    AND held_class.kind = o.kind AND held_class.state <> 'cancelled'
    AND held_class.local_start >= ${from} AND held_class.local_start < ${until})`

const onDaySql = (person: SQL): SQL =>
  heldSql(
    person,
    sql`substr(o.local_start, 1, 10)`,
    sql`date(substr(o.local_start, 1, 10), '+1 day')`,
  )

type Weeks = Pick<StudioContext['studio'], 'weekStart'>

/** A day of the week of `o`, so many days from its last one. */
const dayOfWeekSql = ({ weekStart }: Weeks, fromLast: SQL): SQL =>
  sql`date(substr(o.local_start, 1, 10), ${sql.raw(`'weekday ${(weekStart + 6) % 7}'`)}, ${fromLast})`

const nextWeekSql = (studio: Weeks): SQL => dayOfWeekSql(studio, sql`'+1 day'`)

const inWeekSql = (person: SQL, studio: Weeks): SQL =>
  heldSql(person, dayOfWeekSql(studio, sql`'-6 days'`), nextWeekSql(studio))

/**
 * Late cancels and no-shows that count, under any version of the policy; one whose fee was waived
 * is excused.
 */
const strikesSql = (alias: 'strike' | 'earlier', person: SQL): SQL => {
  return sql`bookings AS ${sql.raw(alias)}
    CROSS JOIN policies AS ${sql.raw(`${alias}_policy`)}
      ON ${sql.raw(`${alias}_policy.id = ${alias}.policy_id`)}
    CROSS JOIN occurrences AS ${sql.raw(`${alias}_class`)}
      ON ${sql.raw(`${alias}_class.id = ${alias}.occurrence_id`)}
    WHERE ${sql.raw(alias)}.studio_id = o.studio_id AND ${sql.raw(alias)}.person_id = ${person}
      AND ${sql.raw(`${alias}_policy.name = policy.name
      AND (${alias}.state = 'late_cancelled' AND ${alias}_policy.late_strike
        OR ${alias}.state = 'no_show' AND ${alias}_policy.no_show_strike)
      AND NOT EXISTS (SELECT 1 FROM fees AS fee
        WHERE fee.studio_id = ${alias}.studio_id AND fee.booking_id = ${alias}.id
          AND fee.state = 'waived')`)}`
}

/** Until when strikes stop booking; null where they do not. */
const blockedUntilSql = (person: SQL, now: Instant): SQL => sql`(
  SELECT max(strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(strike.ended_at, strike_class.starts_at),
    '+' || policy.block_days || ' days'))
  FROM ${strikesSql('strike', person)}
    AND strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(strike.ended_at, strike_class.starts_at),
      '+' || policy.block_days || ' days') > ${now}
    AND (SELECT count(*) FROM ${strikesSql('earlier', person)}
      AND coalesce(earlier.ended_at, earlier_class.starts_at)
        <= coalesce(strike.ended_at, strike_class.starts_at)
      AND coalesce(earlier.ended_at, earlier_class.starts_at)
        > strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(strike.ended_at, strike_class.starts_at),
          '-' || policy.strike_days || ' days')
    ) >= policy.strike_limit)`

/** A person whose date of birth is not known is not refused. */
const tooYoungSql = (person: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM people AS person
  WHERE person.studio_id = o.studio_id AND person.id = ${person} AND person.birth_date IS NOT NULL
    AND date(person.birth_date, '+' || policy.minimum_age || ' years')
      > substr(o.local_start, 1, 10))`

/** Nothing of the class's policy is in the person's way at the moment of writing. */
export const withinLimitsSql = (
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  personId: string,
  { limits }: Pick<Needs, 'limits'> = everyNeed,
): SQL => {
  const person = sql`${personId}`
  // A policy of which was read that it has none, and which must still have none.
  if (!limits)
    return sql`EXISTS (SELECT 1 FROM policies WHERE id = o.policy_id
      AND minimum_age = 0 AND daily_limit = 0 AND weekly_limit = 0 AND strike_limit = 0)`
  return sql`EXISTS (
    SELECT 1 FROM policies AS policy WHERE policy.id = o.policy_id
      AND (policy.minimum_age = 0 OR NOT ${tooYoungSql(person)})
      AND (policy.daily_limit = 0 AND policy.weekly_limit = 0 AND policy.strike_limit = 0
        OR ${exemptSql(person)} OR (
          (policy.daily_limit = 0 OR ${onDaySql(person)} < policy.daily_limit)
          AND (policy.weekly_limit = 0 OR ${inWeekSql(person, studio)} < policy.weekly_limit)
          AND (policy.strike_limit = 0 OR ${blockedUntilSql(person, now)} IS NULL))))`
}

/**
 * The limits of the classes that `condition` picks from `source` (`occurrences AS o`, with whatever
 * gives `person`). No row for a class whose policy has none, so that it costs nothing where there
 * are none.
 */
export function limitsStatement(
  { db, studio, now }: StudioContext,
  person: SQL,
  condition: SQL,
  source: SQL = sql`occurrences AS o`,
): Statement<LimitFacts[]> {
  const limited = (column: string) => sql`iif(${exemptSql(person)}, 0,
    ${sql.raw(`policy.${column}`)})`
  return db.all<LimitFacts>(sql`
    SELECT o.id AS occurrenceId, ${person} AS personId,
      ${limited('daily_limit')} AS dailyLimit,
      iif(policy.daily_limit > 0, ${onDaySql(person)}, 0) AS dailyUsed,
      ${limited('weekly_limit')} AS weeklyLimit,
      iif(policy.weekly_limit > 0, ${inWeekSql(person, studio)}, 0) AS weeklyUsed,
      ${nextWeekSql(studio)} AS nextWeek,
      iif(policy.strike_limit > 0 AND NOT ${exemptSql(person)}, ${blockedUntilSql(person, now)},
        NULL) AS blockedUntil,
      policy.minimum_age AS minimumAge,
      iif(policy.minimum_age > 0, ${tooYoungSql(person)}, 0) AS tooYoung
    FROM ${source} CROSS JOIN policies AS policy ON policy.id = o.policy_id
    WHERE ${condition} AND (policy.daily_limit > 0 OR policy.weekly_limit > 0
      OR policy.strike_limit > 0 OR policy.minimum_age > 0)`)
}

/**
 * The `policy` of booking `alias` takes no fee from its person: they are exempt, or it is their
 * first late cancel or no-show in as many months as the policy forgives.
 */
export const sparedSql = (alias: string, now: Instant): SQL =>
  sql`(${sql.raw(`EXISTS (SELECT 1 FROM policy_exemptions AS exemption
    WHERE exemption.studio_id = ${alias}.studio_id
      AND exemption.person_id = ${alias}.person_id AND exemption.policy_name = policy.name
      AND exemption.ended_at IS NULL)
    OR policy.forgive_months > 0 AND NOT EXISTS (
      SELECT 1 FROM bookings AS earlier
      CROSS JOIN policies AS earlier_policy ON earlier_policy.id = earlier.policy_id
      CROSS JOIN occurrences AS earlier_class ON earlier_class.id = earlier.occurrence_id
      WHERE earlier.studio_id = ${alias}.studio_id AND earlier.person_id = ${alias}.person_id
        AND earlier.id <> ${alias}.id
        AND earlier.state IN ('late_cancelled','no_show') AND earlier_policy.name = policy.name`)}
        AND coalesce(earlier.ended_at, earlier_class.starts_at)
          > strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '-' || policy.forgive_months || ' months')))`

/**
 * What a late cancel or not coming costs `person` of booking `b` by its `policy`, in minor units:
 * nothing for a guest, for anyone who is spared and for who tries the studio out.
 */
const feeSql = (now: Instant, fee: SQL): SQL =>
  sql`iif(b.guest_of IS NOT NULL OR ${sparedSql('b', now)} OR person.prospect, 0, ${fee})`

export const lateFeeSql = (now: Instant): SQL => feeSql(now, sql`policy.late_fee_minor`)
export const noShowFeeSql = (now: Instant): SQL => feeSql(now, sql`policy.no_show_fee_minor`)
