/** What begins runs, found in the rows themselves, and why somebody is left out. */
import { type SQL, sql } from 'drizzle-orm'
import type { TriggerKind } from '#app/db/studio/automation/automations-words.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  suppressedSql,
  unreachableBranches,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'

type Found = { kind: TriggerKind; days: number; since: Instant }

/**
 * Who has the cause of a trigger now, as a SELECT of `person_id, cause`. The same cause is found
 * again each time; a run is keyed by it, so that it begins once. What happened before `since` is
 * left alone, but for an absence, which is still going on.
 */
export function causesSql({ studio, now }: StudioContext, { kind, days, since }: Found): SQL {
  const today = localDate(now, studio.timeZone)
  const sinceDay = localDate(since, studio.timeZone)
  const lately = sql`o.studio_id = ${studio.id} AND o.starts_at >= ${since} AND o.starts_at <= ${now}
    AND o.kind = 'class'`
  const causes: Record<TriggerKind, SQL> = {
    no_visit: sql`
      SELECT person.id AS person_id, person.last_visit_at AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.held_until >= ${today}
        AND person.last_visit_at IS NOT NULL AND person.is_staff = 0
        AND substr(person.last_visit_at, 1, 10) <= ${addDays(today, -days)}`,
    joined: sql`
      SELECT person.id AS person_id, person.joined_on AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.joined_on >= ${sinceDay}
        AND person.joined_on <= ${addDays(today, -days)} AND person.is_staff = 0
        AND person.prospect = 0`,
    first_class: sql`
      SELECT b.person_id, b.id AS cause FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE ${lately} AND b.state IN ('attended', 'checked_in') AND NOT EXISTS (
        SELECT 1 FROM bookings AS earlier WHERE earlier.studio_id = b.studio_id
          AND earlier.person_id = b.person_id AND earlier.seq < b.seq
          AND earlier.state IN ('attended', 'checked_in'))`,
    pack_ending: sql`
      SELECT lot.person_id, lot.id AS cause FROM people AS person
      CROSS JOIN lots AS lot ON lot.studio_id = person.studio_id AND lot.person_id = person.id
      WHERE person.studio_id = ${studio.id} AND person.credits_until >= ${today}
        AND lot.expires_on >= ${today} AND lot.expires_on <= ${addDays(today, days)}
        AND lot.refunded_at IS NULL AND (SELECT sum(entry.amount) FROM entries AS entry
          WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0`,
    no_show: sql`
      SELECT b.person_id, b.id AS cause FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE ${lately} AND b.state = 'no_show'`,
    birthday: sql`
      SELECT person.id AS person_id, ${today.slice(0, 4)} AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.birth_date IS NOT NULL
        AND substr(person.birth_date, 6) = ${today.slice(5)} AND person.is_staff = 0`,
  }
  return causes[kind]
}

/**
 * Why `people AS person` is left out now: the first reason that holds, empty where none does. Asked
 * when a run begins and once more when its letter would go out. `cause` is the cause of the run.
 */
export function leftOutSql(ctx: StudioContext, kind: TriggerKind, cause: SQL): SQL {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const absence = kind === 'no_visit'
  return sql`CASE
    ${unreachableBranches(ctx)}
    ${absence ? sql`WHEN person.last_visit_at > ${cause} THEN 'came_back'` : sql``}
    WHEN EXISTS (SELECT 1 FROM memberships AS frozen WHERE frozen.studio_id = person.studio_id
      AND frozen.person_id = person.id AND frozen.frozen_from <= ${today}
      AND coalesce(frozen.frozen_until, ${today}) >= ${today}) THEN 'frozen'
    WHEN NOT ${consentedSql({ channel: 'email', purpose: 'marketing' })} OR ${suppressedSql()}
      THEN 'unsubscribed'
    ${
      absence
        ? sql`WHEN EXISTS (SELECT 1 FROM bookings AS ahead
            CROSS JOIN occurrences AS coming ON coming.id = ahead.occurrence_id
            WHERE ahead.studio_id = person.studio_id AND ahead.person_id = person.id
              AND ahead.state IN ('booked', 'waitlisted') AND coming.starts_at > ${ctx.now}
              AND coming.state = 'scheduled') THEN 'booked'`
        : sql``
    }
    ELSE '' END`
}
