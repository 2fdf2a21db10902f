import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { addDisciplineStatement } from '#app/domain/scheduling/setup-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LadderForm } from './ladder-form.ts'

export type SaveLadderResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'discipline_taken' | 'changed' }

/**
 * Adds a ladder under the form's key (twice is once), with its discipline where that is new, or
 * changes the one that is at `version`, whose discipline stays. Refuses a name that a ladder of the
 * discipline has already, a discipline by a name the studio has, and an edit over someone else's.
 * Nobody's level changes by it.
 */
export async function saveLadder(
  ctx: StaffContext,
  form: Omit<LadderForm, 'version'>,
  version: number | null,
): Promise<SaveLadderResult> {
  const { db, studio, now } = ctx
  const { key: id, name, audience, refreshDays } = form
  const counted = JSON.stringify([...new Set(form.counted)].toSorted())
  const isNew = version === null && form.discipline === 'new'
  const disciplineId = isNew ? id : form.discipline
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const ownTypes = sql`(SELECT count(*) FROM class_types WHERE studio_id = ${studio.id}
    AND id IN (SELECT value FROM json_each(${counted}))) = json_array_length(${counted})`
  const sameName = sql`EXISTS (SELECT 1 FROM ladders AS other WHERE other.studio_id = ${studio.id}
    AND other.id <> ${id} AND other.name = ${name} AND other.discipline_id = ${
      version === null
        ? sql`${disciplineId}`
        : sql`(SELECT discipline_id FROM ladders WHERE ${own})`
    })`
  const columns = sql`name, audience, counted, refresh_days`
  const values = sql`${name}, ${audience}, ${counted}, ${refreshDays}`
  const { save, there, taken, known } = await batch(db, {
    discipline: isNew
      ? addDisciplineStatement(ctx, { id: disciplineId, name: form.newDiscipline })
      : null,
    save:
      version === null
        ? db.run(sql`
            INSERT INTO ladders (id, studio_id, discipline_id, ${columns}, created_at)
            SELECT ${id}, ${studio.id}, discipline.id, ${values}, ${now}
            FROM disciplines AS discipline
            WHERE discipline.studio_id = ${studio.id} AND discipline.id = ${disciplineId}
              AND ${ownTypes} AND NOT ${sameName}
            ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE ladders SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
              AND ${ownTypes} AND NOT ${sameName}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'ladder.added' : 'ladder.changed',
        subjectKind: 'ladder',
        subjectId: id,
        detail: { name, audience, disciplineId, refreshDays },
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(sql`
      SELECT version, (${columns}) IS (${values}) AS same FROM ladders WHERE ${own}`),
    taken: db.all<{ taken: number }>(sql`SELECT ${sameName} AS taken`),
    known: db.all(sql`
      SELECT 1 FROM disciplines WHERE studio_id = ${studio.id} AND id = ${disciplineId}`),
  })
  const [row] = there
  if (changed(save) > 0 || row?.same === 1) return { ok: true }
  if (isNew && known.length === 0) return { ok: false, reason: 'discipline_taken' }
  if (taken[0]?.taken) return { ok: false, reason: 'name_taken' }
  return { ok: false, reason: row && row.version !== version ? 'changed' : 'not_found' }
}

export type RemoveLadderResult = { ok: true } | { ok: false; reason: 'not_found' | 'has_levels' }

/** Takes a ladder away that has no levels any more. */
export async function removeLadder(
  ctx: StaffContext,
  ladderId: string,
): Promise<RemoveLadderResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${ladderId}`
  const { gone, there } = await batch(db, {
    gone: db.run(sql`
      DELETE FROM ladders WHERE ${own} AND NOT EXISTS (SELECT 1 FROM levels
        WHERE levels.studio_id = ${studio.id} AND levels.ladder_id = ${ladderId})`),
    audit: auditStatement(
      ctx,
      { action: 'ladder.removed', subjectKind: 'ladder', subjectId: ladderId },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM ladders WHERE ${own}`),
  })
  if (changed(gone) > 0) return { ok: true }
  return { ok: false, reason: there.length > 0 ? 'has_levels' : 'not_found' }
}
