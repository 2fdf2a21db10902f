import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { promoteOpenPlaces } from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { ClassTypeDraft } from './class-type-fields.ts'

export type SaveClassTypeResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'name_taken' | 'changed' }

/**
 * Adds a class type under the form's key (twice is once), or changes the one that is at `version`.
 * Classes that stand keep their own length; name, level, set-up and price are the type's own and
 * hold at once. Coming classes that keep as many places for walk-ins as the type did keep as many as
 * it does now, and people who wait get what is free by that. Refuses a name the studio has already (`name_taken`), a discipline or level that is not its
 * own (`not_found`), and an edit over someone else's (`changed`).
 */
export async function saveClassType(
  ctx: StaffContext,
  form: ClassTypeDraft,
  version: number | null,
): Promise<SaveClassTypeResult> {
  const { db, studio } = ctx
  const id = form.key
  const { name, shortName, disciplineId, minutes, description = '', colour, icon, cover } = form
  const { setUpMinutes = 0, walkIns = 0, language = '', access = '' } = form
  const [levelId, dropIn] = [form.levelId ?? null, form.dropIn ?? null]
  const ownLevel: SQL = levelId
    ? sql`EXISTS (SELECT 1 FROM levels
      WHERE studio_id = ${studio.id} AND id = ${levelId} AND discipline_id = ${disciplineId})`
    : sql`1`
  const own = sql`studio_id = ${studio.id} AND id = ${id} AND kind = 'class'`
  const fits = sql`EXISTS (SELECT 1 FROM disciplines
    WHERE studio_id = ${studio.id} AND id = ${disciplineId}) AND ${ownLevel}
    AND NOT EXISTS (SELECT 1 FROM class_types AS class_type
      WHERE class_type.studio_id = ${studio.id} AND class_type.kind = 'class'
        AND class_type.name = ${name} AND class_type.id <> ${id})`
  const columns = sql`name, short_name, discipline_id, minimum_level_id, minutes, drop_in_minor,
    description, colour, icon, cover, set_up_minutes, walk_ins, language, access`
  const values = sql`${name}, ${shortName}, ${disciplineId}, ${levelId}, ${minutes}, ${dropIn},
    ${description}, ${colour}, ${icon}, ${cover}, ${setUpMinutes}, ${walkIns}, ${language}, ${access}`
  const { kept, save, there, taken } = await batch(db, {
    // Before the type is changed: classes that were given a number of their own keep it.
    kept:
      version === null
        ? null
        : db.run(sql`
            UPDATE occurrences SET walk_ins = min(${walkIns}, capacity - 1)
            WHERE studio_id = ${studio.id} AND starts_at > ${ctx.now} AND kind = 'class'
              AND class_type_id = ${id} AND state IN ('scheduled','draft')
              AND walk_ins = min(capacity - 1, (SELECT walk_ins FROM class_types
                WHERE ${own} AND version = ${version} AND walk_ins <> ${walkIns} AND ${fits}))`),
    save:
      version === null
        ? db.run(sql`
            INSERT INTO class_types (id, studio_id, ${columns})
            SELECT ${id}, ${studio.id}, ${values} WHERE ${fits} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE class_types SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values}) AND ${fits}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'class_type.added' : 'class_type.changed',
        subjectKind: 'class_type',
        subjectId: id,
        detail: { name, minutes, dropInMinor: dropIn, levelId, setUpMinutes, walkIns },
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(
      sql`SELECT version, (${columns}) IS (${values}) AS same FROM class_types WHERE ${own}`,
    ),
    taken: db.all<{ id: string }>(sql`
      SELECT id FROM class_types
      WHERE studio_id = ${studio.id} AND kind = 'class' AND name = ${name} AND id <> ${id}`),
  })
  // What is kept no more is for people who wait; beyond a run's classes the next minute's run goes on.
  if (kept && changed(kept) > 0) await promoteOpenPlaces(ctx)
  if (changed(save) > 0 || there[0]?.same === 1) return { ok: true }
  if (taken.length > 0) return { ok: false, reason: 'name_taken' }
  const [row] = there
  return { ok: false, reason: row && row.version !== version ? 'changed' : 'not_found' }
}
