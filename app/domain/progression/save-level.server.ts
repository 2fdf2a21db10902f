import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LevelDetailsForm } from './ladder-form.ts'

export type SaveLevelResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'changed' }
  /** Somebody has more stripes on it than it would have. */
  | { ok: false; reason: 'stripes_held'; most: number }

/**
 * Adds a level at the top of a ladder under the form's key (twice is once), or changes the one that
 * is at `version`. People who hold the level keep it. Its requirements and how long it is valid apply
 * to those who reach it, or are confirmed on it, from now on.
 */
export async function saveLevel(
  ctx: StaffContext,
  ladderId: string,
  form: Omit<LevelDetailsForm, 'version'>,
  version: number | null,
): Promise<SaveLevelResult> {
  const { db, studio } = ctx
  const { key: id, name, colour, askClasses, askDays, askAge, asks, validMonths } = form
  const stripes = form.stripes ?? 0
  const own = sql`studio_id = ${studio.id} AND id = ${id} AND ladder_id = ${ladderId}`
  const sameName = sql`EXISTS (SELECT 1 FROM levels AS other WHERE other.studio_id = ${studio.id}
    AND other.ladder_id = ${ladderId} AND other.id <> ${id} AND other.name = ${name})`
  const mostHeld = sql`coalesce((SELECT max(held.stripes) FROM person_levels AS held
    WHERE held.studio_id = ${studio.id} AND held.level_id = ${id} AND held.stripes > ${stripes}), 0)`
  const columns = sql`name, colour, stripes, ask_classes, ask_days, ask_age, asks, valid_months,
    refresher_id`
  const refresher = sql`(SELECT id FROM class_types WHERE studio_id = ${studio.id}
    AND id = ${form.refresher} AND kind = 'class')`
  const values = sql`${name}, ${colour}, ${stripes}, ${askClasses}, ${askDays}, ${askAge}, ${asks},
    ${validMonths}, ${refresher}`
  const { save, there, facts } = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO levels (id, studio_id, discipline_id, ladder_id, rung, ${columns})
            SELECT ${id}, ${studio.id}, ladder.discipline_id, ladder.id,
              1 + coalesce((SELECT max(top.rung) FROM levels AS top
                WHERE top.studio_id = ${studio.id} AND top.ladder_id = ladder.id), 0), ${values}
            FROM ladders AS ladder
            WHERE ladder.studio_id = ${studio.id} AND ladder.id = ${ladderId} AND NOT ${sameName}
            ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE levels SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
              AND NOT ${sameName} AND ${mostHeld} = 0`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'level.added' : 'level.changed',
        subjectKind: 'level',
        subjectId: id,
        detail: { ladderId, name, stripes, askClasses, askDays, askAge, validMonths },
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(sql`
      SELECT version, (${columns}) IS (${values}) AS same FROM levels WHERE ${own}`),
    facts: db.all<{ taken: number; most: number }>(sql`
      SELECT ${sameName} AS taken, ${mostHeld} AS most`),
  })
  const [row] = there
  if (changed(save) > 0 || row?.same === 1) return { ok: true }
  const { taken, most } = facts[0]!
  if (taken) return { ok: false, reason: 'name_taken' }
  if (row && most > 0) return { ok: false, reason: 'stripes_held', most }
  return { ok: false, reason: row && row.version !== version ? 'changed' : 'not_found' }
}

export type RemoveLevelResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'held'; people: number }
  /** `types`: names of the class types that ask for it. */
  | { ok: false; reason: 'asked'; types: string }

/**
 * Takes a level off its ladder, where nobody holds it, none of the history that a file brought names
 * it, and no class asks for it: people are never moved by it (`held`, of nobody now is `people` 0;
 * `asked`).
 */
export async function removeLevel(
  ctx: StaffContext,
  ladderId: string,
  levelId: string,
): Promise<RemoveLevelResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${levelId} AND ladder_id = ${ladderId}`
  const held = sql`(EXISTS (SELECT 1 FROM person_levels
    WHERE studio_id = ${studio.id} AND level_id = ${levelId}) OR EXISTS (
    SELECT 1 FROM brought_levels WHERE studio_id = ${studio.id}
      AND (level_id = ${levelId} OR before ->> '$.levelId' = ${levelId})))`
  const asking = sql`(SELECT group_concat(name, ', ') FROM class_types
    WHERE studio_id = ${studio.id} AND minimum_level_id = ${levelId})`
  const { gone, there } = await batch(db, {
    gone: db.run(sql`DELETE FROM levels WHERE ${own} AND NOT ${held} AND ${asking} IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'level.removed', subjectKind: 'level', subjectId: levelId, detail: { ladderId } },
      rightAfterChange,
    ),
    there: db.all<{ people: number; types: string | null }>(sql`
      SELECT people, ${asking} AS types FROM levels WHERE ${own}`),
  })
  if (changed(gone) > 0) return { ok: true }
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  return row.types === null
    ? { ok: false, reason: 'held', people: row.people }
    : { ok: false, reason: 'asked', types: row.types }
}
