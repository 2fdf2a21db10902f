/** Levels that were reached before the studio kept them here: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { lapsesSql } from './held-level-sql.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio'>

/** A level of this id was brought; `id` is a column. */
export const levelThereSql = (studioId: string, id: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM brought_levels AS brought
  WHERE brought.studio_id = ${studioId} AND brought.id = ${id})`

/**
 * A step of the history for each of `rows`, a JSON array of `{ id, personId, levelId, onDate,
 * examiner, stripes, importId }`. The newest of them is what somebody holds, where they hold nothing
 * newer of the discipline and no higher level of the same ladder.
 */
export function bringLevelsStatements({ db, studio }: Ctx, rows: string, onlyIf: SQL) {
  const level = sql`JOIN levels AS level ON level.studio_id = ${studio.id}
    AND level.id = input.value ->> 'levelId'`
  const before = sql`SELECT coalesce(
      (SELECT earlier.before FROM brought_levels AS earlier
        JOIN levels AS same ON same.id = earlier.level_id
          AND same.discipline_id = level.discipline_id
        WHERE earlier.studio_id = ${studio.id} AND earlier.import_id = input.value ->> 'importId'
          AND earlier.person_id = input.value ->> 'personId' LIMIT 1),
      (SELECT json_object('levelId', held.level_id, 'since', held.since, 'stripes', held.stripes,
          'provisional', held.provisional, 'lapsesOn', held.lapses_on)
        FROM person_levels AS held WHERE held.studio_id = ${studio.id}
          AND held.person_id = input.value ->> 'personId'
          AND held.discipline_id = level.discipline_id), 'null')`
  return {
    brought: db.run(sql`
      INSERT INTO brought_levels (id, studio_id, person_id, level_id, on_date, examiner, import_id,
        before)
      SELECT input.value ->> 'id', ${studio.id}, input.value ->> 'personId', level.id,
        input.value ->> 'onDate', input.value ->> 'examiner', input.value ->> 'importId',
        (${before})
      FROM json_each(${rows}) AS input ${level} WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    // From the oldest on, so that of several rows of one person the newest stays.
    held: db.run(sql`
      INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since, stripes,
        lapses_on)
      SELECT ${studio.id}, input.value ->> 'personId', level.discipline_id, level.id,
        input.value ->> 'onDate', min(level.stripes, coalesce(input.value ->> 'stripes', 0)),
        ${lapsesSql(sql`level.id`, sql`(input.value ->> 'onDate')`)}
      FROM json_each(${rows}) AS input ${level}
      WHERE ${onlyIf} AND EXISTS (SELECT 1 FROM brought_levels AS brought
        WHERE brought.id = input.value ->> 'id' AND brought.studio_id = ${studio.id}
          AND brought.import_id = input.value ->> 'importId')
      ORDER BY input.value ->> 'onDate', level.rung
      ON CONFLICT (studio_id, person_id, discipline_id) DO UPDATE
        SET level_id = excluded.level_id, since = excluded.since, stripes = excluded.stripes,
          provisional = 0, lapses_on = excluded.lapses_on
        WHERE person_levels.since <= excluded.since AND NOT EXISTS (
          SELECT 1 FROM levels AS ours JOIN levels AS theirs ON theirs.ladder_id = ours.ladder_id
          WHERE ours.id = person_levels.level_id AND theirs.id = excluded.level_id
            AND ours.rung >= theirs.rung)`),
  }
}

/**
 * Takes brought levels (a SELECT of ids) back: what somebody held before the file is put in its
 * place, unless they were given another level since.
 */
export function removeLevelsStatements({ db, studio }: Ctx, ids: SQL) {
  const brought = sql`brought_levels AS brought JOIN levels AS level ON level.id = brought.level_id
    WHERE brought.studio_id = ${studio.id} AND brought.id IN (${ids})
      AND brought.person_id = person_levels.person_id
      AND level.discipline_id = person_levels.discipline_id
      AND brought.level_id = person_levels.level_id AND brought.on_date = person_levels.since`
  const of = (key: string) =>
    sql`(SELECT brought.before ->> ${sql.raw(`'$.${key}'`)} FROM ${brought})`
  const whose = sql`studio_id = ${studio.id} AND person_id IN (SELECT person_id FROM brought_levels
    WHERE studio_id = ${studio.id} AND id IN (${ids}))`
  return {
    none: db.run(sql`DELETE FROM person_levels
      WHERE ${whose} AND EXISTS (SELECT 1 FROM ${brought} AND brought.before = 'null')`),
    restored: db.run(sql`
      UPDATE person_levels SET (level_id, since, stripes, provisional, lapses_on) = (
        SELECT ${of('levelId')}, ${of('since')}, ${of('stripes')}, ${of('provisional')},
          ${of('lapsesOn')})
      WHERE ${whose} AND EXISTS (SELECT 1 FROM ${brought} AND brought.before <> 'null')`),
    brought: db.run(sql`
      DELETE FROM brought_levels WHERE studio_id = ${studio.id} AND id IN (${ids})`),
  }
}
