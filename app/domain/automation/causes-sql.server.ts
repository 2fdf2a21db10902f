/** What begins runs, found in the rows themselves, and why somebody is left out. */
import { type SQL, sql } from 'drizzle-orm'
import type { TriggerKind } from '#app/db/studio/automation/automations-words.ts'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  goneSql,
  suppressedSql,
  unreachableBranches,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import { ownFilters } from '#app/domain/people/list/own-filters.ts'
import { ownSql } from '#app/domain/people/list/own-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, birthdaysOn, endOfDay, type LocalDate, localDate } from '#app/values/zone.ts'
import { goesOn } from './automation-words.ts'
import { usualLimit } from './letter-limit.ts'

/** So many days back causes are looked for: what is older was found long ago, or is no news any more. */
export const backDays = 60

/** In which it was live; null is until now. */
export type Stretch = { since: Instant; until: Instant | null }
type Found = { kind: TriggerKind; days: number; stretches: readonly Stretch[] }

/**
 * Who has the cause of a trigger now, as a SELECT of `person_id, cause`. The same cause is found
 * again each time; a run is keyed by it, so that it begins once. Of what happened only what did in
 * one of `stretches` counts: a class at its end, joining when its days are over. An absence or a
 * pack is still going on.
 */
export function causesSql({ studio, now }: StudioContext, { kind, days, stretches }: Found): SQL {
  const today = localDate(now, studio.timeZone)
  // One value however often it was paused.
  const within = (moment: SQL, at: (instant: Instant) => string) => sql`EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(
      stretches.map(({ since, until }) => ({ since: at(since), until: until && at(until) })),
    )}) AS stretch WHERE ${moment} >= stretch.value ->> 'since'
      AND ${moment} <= coalesce(stretch.value ->> 'until', ${moment}))`
  const first = stretches.map(({ since }) => since).sort()[0] ?? now
  // No class lasts a day: they are looked up by their start.
  const lately = sql`o.studio_id = ${studio.id} AND o.starts_at >= ${addMinutes(first, -24 * 60)}
    AND o.starts_at <= ${now} AND o.kind = 'class' AND (${within(sql`o.ends_at`, (at) => at)})`
  const joined = (at: Instant) => addDays(localDate(at, studio.timeZone), -days)
  const causes: Record<TriggerKind, SQL> = {
    no_visit: sql`
      SELECT person.id AS person_id, person.last_visit_at AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.held_until >= ${today}
        AND person.last_visit_at IS NOT NULL AND person.is_staff = 0
        AND person.last_visit_at < ${endOfDay(addDays(today, -days), studio.timeZone)}`,
    joined: sql`
      SELECT person.id AS person_id, person.joined_on AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.joined_on >= ${joined(first)}
        AND person.joined_on <= ${joined(now)} AND person.is_staff = 0
        AND (${within(sql`person.joined_on`, joined)})
        AND person.prospect = 0`,
    first_class: sql`
      SELECT b.person_id, b.id AS cause FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE ${lately} AND b.state IN ('attended', 'checked_in') AND ${firstVisitSql}`,
    pack_ending: sql`
      SELECT lot.person_id, lot.id AS cause FROM people AS person
      CROSS JOIN lots AS lot ON lot.studio_id = person.studio_id AND lot.person_id = person.id
      WHERE person.studio_id = ${studio.id} AND person.credits_until >= ${today}
        AND lot.expires_on <= ${addDays(today, days)} AND ${hasCreditsSql(today)}`,
    no_show: sql`
      SELECT b.person_id, b.id AS cause FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE ${lately} AND b.state = 'no_show'`,
    birthday: sql`
      SELECT person.id AS person_id, ${today.slice(0, 4)} AS cause FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.birth_date IS NOT NULL
        AND substr(person.birth_date, 6) IN ${birthdaysOn(today)} AND person.is_staff = 0`,
  }
  return causes[kind]
}

/**
 * Whether `person_id` has had a letter of automation `id`, or is about to, which goes to everyone
 * once: a first class or a first day that is corrected is not written about again.
 */
export const hadOnceSql = (
  { studio }: StudioContext,
  { id, trigger }: { id: string; trigger: TriggerKind },
  personId: SQL,
): SQL =>
  trigger === 'first_class' || trigger === 'joined'
    ? sql`EXISTS (SELECT 1 FROM automation_runs AS had WHERE had.studio_id = ${studio.id}
        AND had.automation_id = ${id} AND had.person_id = ${personId}
        AND had.state NOT IN ('exited', 'skipped'))`
    : sql`0`

/** So many days somebody who was left out may still be written to of something that happened once. */
const secondChanceDays = 7

/**
 * Whether a run that left somebody out may begin again once nothing leaves them out any more, over
 * the row `automation_runs`: an absence, or a pack, for as long as it goes on; what happened on one
 * day, some days after it was found.
 */
export const secondChanceSql = ({ now }: StudioContext, kind: TriggerKind): SQL => {
  const since = goesOn(kind)
    ? sql`1`
    : sql`automation_runs.created_at >=
    ${addMinutes(now, -secondChanceDays * 24 * 60)}`
  return sql`automation_runs.state IN ('skipped', 'exited') AND ${since}`
}

/** Whether `lots AS lot` has credits that can be used. */
const hasCreditsSql = (today: LocalDate): SQL => sql`lot.expires_on >= ${today}
  AND lot.refunded_at IS NULL AND (SELECT sum(entry.amount) FROM entries AS entry
    WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0`

/** So many days a letter of a birthday may come late: it waits for the morning, or while paused. */
const birthdayDays = 7

/** Whether what began a run of `people AS person` still is so; an absence ends with a visit. */
function holdsSql(today: LocalDate, kind: TriggerKind, cause: SQL): SQL {
  const place = (states: SQL) => sql`EXISTS (SELECT 1 FROM bookings AS b
    WHERE b.id = ${cause} AND b.studio_id = person.studio_id AND b.state IN ${states})`
  switch (kind) {
    case 'no_show':
      return place(sql`('no_show')`)
    case 'first_class':
      return place(sql`('attended', 'checked_in')`)
    case 'pack_ending':
      return sql`EXISTS (SELECT 1 FROM lots AS lot WHERE lot.id = ${cause}
        AND lot.studio_id = person.studio_id AND ${hasCreditsSql(today)})`
    case 'birthday':
      return sql`${cause} || '-' || substr(person.birth_date, 6) BETWEEN
        ${addDays(today, -birthdayDays)} AND ${today.slice(0, 5) + birthdaysOn(today).at(-1)}`
    default:
      return sql`1`
  }
}

/**
 * Whether `people AS person` had as many letters lately as the studio sends one person: those of
 * campaigns and automations, reminders of funnels and questions for a score count together.
 */
export function cappedSql({ studio, now }: StudioContext): SQL {
  const own = (column: keyof typeof usualLimit) => sql`coalesce((SELECT ${sql.raw(column)}
    FROM marketing_rules WHERE studio_id = ${studio.id}), ${usualLimit[column]})`
  const since = sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${now}, '-' || ${own('days')} || ' days')`
  return sql`(SELECT count(*) FROM campaign_recipients AS had
      WHERE had.studio_id = person.studio_id AND had.person_id = person.id
        AND had.outcome = 'sent' AND had.at > ${since})
    + (SELECT count(*) FROM automation_runs AS run
      WHERE run.studio_id = person.studio_id AND run.person_id = person.id
        AND run.state = 'sent' AND run.done_at > ${since})
    + (SELECT count(*) FROM funnel_starts AS start
      WHERE start.studio_id = person.studio_id AND start.person_id = person.id
        AND start.reminder = 'sent' AND start.remind_at > ${since})
    + (SELECT count(*) FROM score_asks AS ask
      WHERE ask.studio_id = person.studio_id AND ask.person_id = person.id
        AND ask.asked_at > ${since}) >= ${own('letters')}`
}

/** Whether `people AS person` agreed to news by email, and it reaches them. */
export const agreedSql = sql`(${consentedSql({ channel: 'email', purpose: 'marketing' })}
  AND NOT ${suppressedSql()})`

/**
 * Why `people AS person` is left out now: the first reason that holds, empty where none does. Asked
 * when a run begins and once more when its letter would go out. `cause` is the cause of the run,
 * `own` narrows by the studio's own fields. An automation that sends an event to a webhook writes to
 * nobody, so consent, address, age and the limit of letters are not checked.
 */
export function leftOutSql(
  ctx: StudioContext,
  { trigger: kind, own, targetId }: { trigger: TriggerKind; own: string; targetId: string | null },
  cause: SQL,
): SQL {
  const letter = targetId === null
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const absence = kind === 'no_visit'
  const matched = ownSql(ctx.studio.id, ownFilters(own))
  return sql`CASE
    ${matched ? sql`WHEN NOT (${matched}) THEN 'unmatched'` : sql``}
    ${letter ? unreachableBranches(ctx) : sql`WHEN ${goneSql} THEN 'gone'`}
    ${
      absence
        ? sql`WHEN person.last_visit_at > ${cause} THEN 'came_back'`
        : sql`WHEN (${holdsSql(today, kind, cause)}) IS NOT 1 THEN 'over'`
    }
    WHEN EXISTS (SELECT 1 FROM memberships AS frozen WHERE frozen.studio_id = person.studio_id
      AND frozen.person_id = person.id AND frozen.frozen_from <= ${today}
      AND coalesce(frozen.frozen_until, ${today}) >= ${today}) THEN 'frozen'
    ${letter ? sql`WHEN NOT ${agreedSql} THEN 'unsubscribed'` : sql``}
    ${
      absence
        ? sql`WHEN EXISTS (SELECT 1 FROM bookings AS ahead
            CROSS JOIN occurrences AS coming ON coming.id = ahead.occurrence_id
            WHERE ahead.studio_id = person.studio_id AND ahead.person_id = person.id
              AND ahead.state IN ('booked', 'waitlisted') AND coming.starts_at > ${ctx.now}
              AND coming.state = 'scheduled') THEN 'booked'`
        : sql``
    }
    ${letter ? sql`WHEN ${cappedSql(ctx)} THEN 'capped'` : sql``}
    ELSE '' END`
}
