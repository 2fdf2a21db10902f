/** Whether somebody may teach what they are put on: what it asks of its coach, and what they hold. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'

/** Whether a kind of qualification (alias `kind`) is asked for by a class type or its discipline. */
export const neededSql = (typeId: SQL, disciplineId: SQL): SQL => sql`(kind.needed_for = 'all'
  OR instr(',' || kind.needed_for || ',', ',' || ${typeId} || ',') > 0
  OR instr(',' || kind.needed_for || ',', ',' || ${disciplineId} || ',') > 0)`

/** Whether a person holds the kind (alias `kind`) on a local date. */
export const heldOnSql = (personId: SQL, date: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM qualifications AS held
  WHERE held.studio_id = kind.studio_id AND held.person_id = ${personId}
    AND held.kind_id = kind.id AND coalesce(held.issued_on, '') <= ${date}
    AND coalesce(held.expires_on, '9999') >= ${date})`

/** Kinds in force that have an effect, as `kind`; `least` leaves out those that only warn. */
export const kindsInForceSql = ({ studio }: StudioContext, least: 'warn' | 'block'): SQL =>
  sql`kind.studio_id = ${studio.id} AND kind.archived_at IS NULL
    AND kind.effect IN ('block', ${least})`

/**
 * A person holds all that a class type asks for on a date and would be refused without: all three
 * are SQL.
 */
export const mayTeachSql = (
  ctx: StudioContext,
  { personId, typeId, date }: { personId: SQL; typeId: SQL; date: SQL },
): SQL => sql`NOT EXISTS (
  SELECT 1 FROM qualification_kinds AS kind JOIN class_types AS type ON type.id = ${typeId}
  WHERE ${kindsInForceSql(ctx, 'block')} AND ${neededSql(sql`type.id`, sql`type.discipline_id`)}
    AND NOT ${heldOnSql(personId, date)})`

/** Of a series no more is judged than is made at once: a paper that ends later is renewed till then. */
const judgedMinutes = 56 * 1_440

/**
 * Rows of `inTheWaySql` for coaches of `wanted` who do not hold what its class type asks for on its
 * date. `reason` is JSON of the kind's name, the last day they held it, and whether it blocks:
 * then nothing excepts it. `must`: nothing else counts. Behind them rows of `hours`.
 */
export function unfitSql(
  ctx: StudioContext,
  wanted: readonly { startsAt: Instant }[],
  must: boolean,
  not: (id: SQL) => SQL,
): SQL {
  const first = wanted.map(({ startsAt }) => startsAt).sort()[0] ?? ctx.now
  const id = sql`kind.id || '@' || wanted.coach_id`
  const lacking = sql`SELECT wanted.id, ${id}, 'unfit', NULL, NULL, NULL, NULL, wanted.class_type_id, NULL,
      wanted.coach_id, json_object('kind', kind.name, 'block', kind.effect = 'block',
        'ended', (SELECT max(past.expires_on) FROM qualifications AS past
          WHERE past.studio_id = kind.studio_id AND past.person_id = wanted.coach_id
            AND past.kind_id = kind.id AND past.expires_on < substr(wanted.wall_from, 1, 10))),
      0, 0, 0
    FROM wanted CROSS JOIN qualification_kinds AS kind
    JOIN people AS coach ON coach.id = wanted.coach_id AND coach.studio_id = kind.studio_id
    LEFT JOIN class_types AS type ON type.id = wanted.class_type_id
    WHERE ${kindsInForceSql(ctx, must ? 'block' : 'warn')}
      AND coalesce(wanted.class_type_id, wanted.discipline_id) IS NOT NULL
      AND ${neededSql(sql`wanted.class_type_id`, sql`coalesce(wanted.discipline_id, type.discipline_id)`)}
      AND wanted.starts_at <= ${addMinutes(first, judgedMinutes)}
      AND NOT ${heldOnSql(sql`wanted.coach_id`, sql`substr(wanted.wall_from, 1, 10)`)}
      AND (kind.effect = 'block' OR ${not(id)})`
  // One term for the SELECT around it: D1 takes five of them.
  return must ? lacking : sql`SELECT * FROM (${lacking} ${outsideHoursSql(ctx, first, not)})`
}

/**
 * Further rows: classes of `wanted` outside the hours of a week in which its coach can teach, where
 * they have said some. It only warns. Appointments have hours of their own.
 */
function outsideHoursSql({ studio }: StudioContext, first: Instant, not: (id: SQL) => SQL): SQL {
  const weekday = sql`((strftime('%w', wanted.wall_from) + 6) % 7 + 1)`
  const whole = sql`(substr(wanted.wall_until, 1, 10) = substr(wanted.wall_from, 1, 10)
    OR wanted.wall_until <= date(wanted.wall_from, '+1 day') || 'T00:00')`
  const end = sql`iif(substr(wanted.wall_until, 12, 5) = '00:00', '24:00',
    substr(wanted.wall_until, 12, 5))`
  const id = sql`'hours@' || wanted.coach_id`
  return sql`
    UNION ALL
    SELECT wanted.id, ${id}, 'hours', NULL, NULL, NULL, NULL, wanted.class_type_id, NULL,
      wanted.coach_id, json_object('from', wanted.wall_from, 'until', wanted.wall_until), 0, 0, 0
    FROM wanted JOIN class_types AS type ON type.id = wanted.class_type_id
      AND type.kind <> 'appointment'
    WHERE wanted.starts_at <= ${addMinutes(first, judgedMinutes)} AND ${not(id)}
      AND EXISTS (SELECT 1 FROM teaching_hours AS some
        WHERE some.studio_id = ${studio.id} AND some.person_id = wanted.coach_id)
      AND NOT EXISTS (SELECT 1 FROM teaching_hours AS hours
        WHERE hours.studio_id = ${studio.id} AND hours.person_id = wanted.coach_id
          AND hours.weekday = ${weekday} AND hours."from" <= substr(wanted.wall_from, 12, 5)
          AND ${whole} AND hours.until >= ${end})`
}
