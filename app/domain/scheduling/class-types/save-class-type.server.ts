import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { ClassTypeForm } from './class-type-fields.ts'

export type SaveClassTypeResult = { ok: true } | { ok: false; reason: 'not_found' | 'name_taken' }

/**
 * Adds a class type under the form's key (twice is once), or changes the one with that id. Classes
 * that stand keep their own length; name, level and price are the type's own and hold at once.
 * Refuses a name the studio has already, and a discipline or level that is not its own.
 */
export async function saveClassType(
  ctx: StaffContext,
  form: ClassTypeForm,
  { change }: { change: boolean },
): Promise<SaveClassTypeResult> {
  const { db, studio } = ctx
  const id = form.key
  const { name, shortName, disciplineId, minutes, description = '', colour, icon, cover } = form
  const [levelId, dropIn] = [form.levelId ?? null, form.dropIn ?? null]
  const ownLevel: SQL = levelId
    ? sql`EXISTS (SELECT 1 FROM levels
      WHERE studio_id = ${studio.id} AND id = ${levelId} AND discipline_id = ${disciplineId})`
    : sql`1`
  const fits = sql`EXISTS (SELECT 1 FROM disciplines
    WHERE studio_id = ${studio.id} AND id = ${disciplineId}) AND ${ownLevel}
    AND NOT EXISTS (SELECT 1 FROM class_types AS class_type
      WHERE class_type.studio_id = ${studio.id} AND class_type.kind = 'class'
        AND class_type.name = ${name} AND class_type.id <> ${id})`
  const { there, taken } = await batch(db, {
    save: change
      ? db.run(sql`
          UPDATE class_types SET name = ${name}, short_name = ${shortName},
            discipline_id = ${disciplineId}, minimum_level_id = ${levelId}, minutes = ${minutes},
            drop_in_minor = ${dropIn}, description = ${description},
            colour = ${colour}, icon = ${icon}, cover = ${cover}
          WHERE studio_id = ${studio.id} AND id = ${id} AND ${fits}`)
      : db.run(sql`
          INSERT INTO class_types (id, studio_id, name, short_name, discipline_id,
            minimum_level_id, minutes,
            drop_in_minor, description, colour, icon, cover)
          SELECT ${id}, ${studio.id}, ${name}, ${shortName}, ${disciplineId}, ${levelId},
            ${minutes}, ${dropIn}, ${description}, ${colour}, ${icon}, ${cover}
          WHERE ${fits} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: change ? 'class_type.changed' : 'class_type.added',
        subjectKind: 'class_type',
        subjectId: id,
        detail: { name, minutes, dropInMinor: dropIn, levelId },
      },
      rightAfterChange,
    ),
    there: db.all<{ id: string }>(sql`
      SELECT id FROM class_types WHERE studio_id = ${studio.id} AND id = ${id} AND name = ${name}
        AND discipline_id = ${disciplineId} AND minimum_level_id IS ${levelId}
        AND minutes = ${minutes}`),
    taken: db.all<{ id: string }>(sql`
      SELECT id FROM class_types
      WHERE studio_id = ${studio.id} AND kind = 'class' AND name = ${name} AND id <> ${id}`),
  })
  if (taken.length > 0) return { ok: false, reason: 'name_taken' }
  return there.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

/**
 * Takes a class type out of the choice for new classes, or brings it back; what stands goes on.
 * False: not found.
 */
export async function archiveClassType(
  ctx: StaffContext,
  id: string,
  archived: boolean,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    set: db.run(sql`
      UPDATE class_types SET archived_at = ${archived ? now : null}
      WHERE studio_id = ${studio.id} AND id = ${id}
        AND archived_at IS ${archived ? sql`NULL` : sql`NOT NULL`}`),
    audit: auditStatement(
      ctx,
      {
        action: archived ? 'class_type.archived' : 'class_type.restored',
        subjectKind: 'class_type',
        subjectId: id,
      },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(
      sql`SELECT id FROM class_types WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  return found.length > 0
}
