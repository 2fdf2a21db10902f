import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  auditEachStatement,
  auditStatement,
  rightAfterChange,
} from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { lapsesSql } from './held-level-sql.server.ts'

export type SetLevelResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'in_the_future' | 'ends_before' }

/** Given until an assessment confirms it, or to the end of `until`; null is for good. */
export type Provisional = { until: LocalDate | null } | null

/** What a line of the audit keeps of a held level, as JSON. */
const heldJson = sql.raw(
  `json_object('levelId', held.level_id, 'since', held.since, 'stripes', held.stripes,
    'provisional', held.provisional, 'lapsesOn', held.lapses_on)`,
)

/**
 * Puts a person on a rung of a discipline's ladder, or takes them off it (`levelId` null). `since`
 * is the day it was reached, not the day it is typed; never after today. `stripes` are those earned
 * on the level, at most as many as it has. One that is `provisional` opens classes until its last
 * day and waits to be confirmed; any other expires when its level says so. Not found: the person,
 * the discipline, or a level that is none of its ladders. The line of the audit is the history of a
 * person's levels.
 */
export async function setLevel(
  ctx: StaffContext,
  personId: string,
  {
    disciplineId,
    levelId,
    stripes = 0,
    since,
    reason,
    provisional = null,
  }: {
    disciplineId: string
    levelId: string | null
    stripes?: number
    since: LocalDate
    reason: string
    provisional?: Provisional
  },
): Promise<SetLevelResult> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  if (since > today) return { ok: false, reason: 'in_the_future' }
  const until = provisional?.until ?? null
  if (until !== null && until < today) return { ok: false, reason: 'ends_before' }
  const isProvisional = provisional ? 1 : 0
  const lapses = provisional ? sql`${until && addDays(until, 1)}` : lapsesSql(levelId ?? '', since)
  const held = sql`studio_id = ${studio.id} AND person_id = ${personId}
    AND discipline_id = ${disciplineId}`
  const rung =
    levelId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM levels
          WHERE studio_id = ${studio.id} AND discipline_id = discipline.id AND id = ${levelId}
            AND stripes >= ${stripes})`
  const known = sql`
    FROM people AS person
    JOIN disciplines AS discipline ON discipline.studio_id = person.studio_id
      AND discipline.id = ${disciplineId}
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND ${rung}`
  const before = await db.all<{ held: string; lapsesOn: string | null }>(sql`
    SELECT (SELECT ${heldJson} FROM person_levels AS held WHERE held.studio_id = ${studio.id}
        AND held.person_id = ${personId} AND held.discipline_id = ${disciplineId}) AS held,
      ${levelId === null ? sql`NULL` : lapses} AS lapsesOn`)
  const lapsesOn = before[0]?.lapsesOn ?? null
  const { found } = await batch(db, {
    set:
      levelId === null
        ? db.run(sql`DELETE FROM person_levels WHERE ${held}`)
        : db.run(sql`
            INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes,
              provisional, lapses_on)
            SELECT person.studio_id, person.id, discipline.id, ${levelId}, ${since}, ${stripes},
              ${isProvisional}, ${lapsesOn} ${known}
            ON CONFLICT (studio_id, person_id, discipline_id) DO UPDATE
              SET level_id = excluded.level_id, since = excluded.since, stripes = excluded.stripes,
                provisional = excluded.provisional, lapses_on = excluded.lapses_on
            WHERE level_id <> excluded.level_id OR since <> excluded.since
              OR stripes <> excluded.stripes OR provisional <> excluded.provisional
              OR lapses_on IS NOT excluded.lapses_on`),
    audit: auditStatement(
      ctx,
      {
        action: 'level.set',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: {
          disciplineId,
          before: JSON.parse(before[0]?.held ?? 'null') as unknown,
          after: levelId && { levelId, since, stripes, provisional: isProvisional, lapsesOn },
        },
      },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT person.id ${known}`),
  })
  return found.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

export type ConfirmLevelResult = { ok: true } | { ok: false; reason: 'not_found' | 'in_the_future' }

/**
 * Confirms a level somebody holds for a time, as seen on a day: a provisional one is theirs, one that
 * expires holds from that day for as long as its level says. The day it was reached stays. Confirmed
 * on an earlier day than before it changes nothing. Refused: a day after today, and who holds none.
 */
export async function confirmLevel(
  ctx: StaffContext,
  personId: string,
  { disciplineId, on, reason }: { disciplineId: string; on: LocalDate; reason: string },
): Promise<ConfirmLevelResult> {
  const { db, studio, now } = ctx
  if (on > localDate(now, studio.timeZone)) return { ok: false, reason: 'in_the_future' }
  const own = sql`studio_id = ${studio.id} AND person_id = ${personId}
    AND discipline_id = ${disciplineId}`
  const lapses = lapsesSql(sql`person_levels.level_id`, on)
  const { there } = await batch(db, {
    confirm: db.run(sql`
      UPDATE person_levels SET provisional = 0, lapses_on = ${lapses}
      WHERE ${own} AND since <= ${on}
        AND (provisional = 1 OR (lapses_on IS NOT NULL AND lapses_on IS NOT ${lapses}
          AND coalesce(${lapses}, '9') > lapses_on))`),
    audit: auditStatement(
      ctx,
      {
        action: 'level.confirmed',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { disciplineId, on },
      },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM person_levels WHERE ${own} AND since <= ${on}`),
  })
  return there.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

export type SetLevelsResult =
  | { ok: true; set: number }
  | { ok: false; reason: 'not_found' | 'in_the_future' }

/**
 * Puts several people on one level, each with a line of the audit that undoes it alone. Who holds
 * that level for a time has it confirmed; who holds it for good or a higher one of its ladder keeps
 * what they have: nobody comes down by it. `key` comes with the form; sent again it does nothing more.
 */
export async function setLevels(
  ctx: StaffContext,
  personIds: readonly string[],
  {
    key,
    levelId,
    since,
    reason,
  }: { key: string; levelId: string; since: LocalDate; reason: string },
): Promise<SetLevelsResult> {
  const { db, studio, now } = ctx
  if (since > localDate(now, studio.timeZone)) return { ok: false, reason: 'in_the_future' }
  const { found, written } = await batch(db, {
    ...reachLevelStatements(ctx, personIds, { key, levelId, since, reason }),
    found: db.all(sql`SELECT 1 FROM levels AS level
      WHERE level.studio_id = ${studio.id} AND level.id = ${levelId}`),
    written: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM json_each(${JSON.stringify(personIds)}) AS chosen
      JOIN audit_entries AS line ON line.id = ${key} || '-' || chosen.value`),
  })
  if (found.length === 0) return { ok: false, reason: 'not_found' }
  return { ok: true, set: written[0]!.n }
}

/**
 * What puts people on a level, for the batch of what they reached it by: a line of the audit each,
 * in front of the change, and the change. Who is on it already for a time has it confirmed as of
 * `since`, as `confirmLevel` does. `onlyIf` must hold when the batch runs; the same key once more
 * does nothing.
 */
export function reachLevelStatements(
  ctx: StaffContext,
  personIds: readonly string[],
  {
    key,
    levelId,
    since,
    reason,
  }: { key: string; levelId: string; since: LocalDate; reason: string },
  onlyIf: SQL = sql`1`,
) {
  const { db, studio } = ctx
  const chosen = sql`levels AS level CROSS JOIN json_each(${JSON.stringify(personIds)}) AS asked
    CROSS JOIN people AS person ON person.id = asked.value
      AND person.studio_id = level.studio_id AND person.archived_at IS NULL
    LEFT JOIN person_levels AS held ON held.studio_id = level.studio_id
      AND held.person_id = person.id AND held.discipline_id = level.discipline_id
    LEFT JOIN levels AS holding ON holding.id = held.level_id`
  const rises = sql`level.studio_id = ${studio.id} AND level.id = ${levelId}
    AND (held.level_id IS NULL OR holding.ladder_id <> level.ladder_id
      OR holding.rung < level.rung) AND ${onlyIf}`
  const lapses = lapsesSql(levelId, since)
  const forATime = (row: SQL) => sql`(${row}.provisional = 1 OR (${row}.lapses_on IS NOT NULL
    AND coalesce(${lapses}, '9') > ${row}.lapses_on))`
  return {
    confirmedLines: auditEachStatement(
      ctx,
      {
        action: 'level.confirmed',
        subjectKind: 'person',
        reason,
        detail: sql`json_object('disciplineId', confirmed.disciplineId, 'on', ${since})`,
      },
      {
        idSql: sql`${key} || '-' || confirmed.id`,
        subjectIdSql: sql`confirmed.id`,
        from: sql`(SELECT person.id, level.discipline_id AS disciplineId FROM ${chosen}
          WHERE level.studio_id = ${studio.id} AND level.id = ${levelId}
            AND held.level_id = level.id AND ${forATime(sql`held`)} AND ${onlyIf}) AS confirmed`,
      },
    ),
    confirmed: db.run(sql`
      UPDATE person_levels SET provisional = 0, lapses_on = ${lapses}
      WHERE studio_id = ${studio.id} AND level_id = ${levelId}
        AND person_id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))
        AND EXISTS (SELECT 1 FROM audit_entries AS line
          WHERE line.id = ${key} || '-' || person_levels.person_id)
        AND ${forATime(sql`person_levels`)} AND ${rightAfterChange}`),
    audit: auditEachStatement(
      ctx,
      {
        action: 'level.set',
        subjectKind: 'person',
        reason,
        detail: sql`json_object('disciplineId', rising.disciplineId, 'before', json(rising.before),
          'after', json_object('levelId', ${levelId}, 'since', ${since}, 'stripes', 0,
            'provisional', 0, 'lapsesOn', ${lapses}))`,
      },
      {
        idSql: sql`${key} || '-' || rising.id`,
        subjectIdSql: sql`rising.id`,
        from: sql`(SELECT person.id, level.discipline_id AS disciplineId,
            iif(held.level_id IS NULL, 'null', ${heldJson}) AS before
          FROM ${chosen} WHERE ${rises}) AS rising`,
      },
    ),
    set: db.run(sql`
      INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes,
        lapses_on)
      SELECT level.studio_id, person.id, level.discipline_id, level.id, ${since}, 0,
        ${lapses}
      FROM ${chosen} WHERE ${rises} AND ${rightAfterChange}
      ON CONFLICT (studio_id, person_id, discipline_id) DO UPDATE
        SET level_id = excluded.level_id, since = excluded.since, stripes = 0, provisional = 0,
          lapses_on = excluded.lapses_on`),
  }
}
