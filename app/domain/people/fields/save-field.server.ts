import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { AddField } from './field-forms.ts'
import { mostFields } from './field-words.ts'

export type SaveFieldResult =
  | { ok: true }
  | { ok: false; reason: 'name_taken' | 'too_many' | 'not_found' }

/** Asks something more of everyone. Sent twice (`key`) it is one; two of one name are refused. */
export async function addField(ctx: StaffContext, form: AddField): Promise<SaveFieldResult> {
  const { db, studio } = ctx
  const { key, name, kind, options } = form
  const { known } = await batch(db, {
    add: db.run(sql`
      INSERT INTO person_fields (id, studio_id, name, kind, options, position)
      SELECT ${key}, ${studio.id}, ${name}, ${kind}, ${kind === 'choice' ? options : ''},
        (SELECT coalesce(max(position), 0) + 1 FROM person_fields WHERE studio_id = ${studio.id})
      WHERE (SELECT count(*) FROM person_fields WHERE studio_id = ${studio.id}) < ${mostFields}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'person_field.added',
        subjectKind: 'person_field',
        subjectId: key,
        detail: { name, kind },
      },
      rightAfterChange,
    ),
    known: db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM person_fields WHERE studio_id = ${studio.id}`),
  })
  if (known.some(({ id }) => id === key)) return { ok: true }
  return { ok: false, reason: known.some((one) => one.name === name) ? 'name_taken' : 'too_many' }
}

/**
 * Calls a field otherwise, or offers other options; what it is answered with stays as it is, and so
 * do answers that are not on offer any more.
 */
export async function changeField(
  ctx: StaffContext,
  { field, name, options }: { field: string; name: string; options: string },
): Promise<SaveFieldResult> {
  const { db, studio } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${field}`
  const offered = sql`iif(kind = 'choice' AND ${options} <> '', ${options}, options)`
  const { known } = await batch(db, {
    change: db.run(sql`
      UPDATE person_fields SET name = ${name}, options = ${offered}
      WHERE ${own} AND (name <> ${name} OR options <> ${offered})
        AND NOT EXISTS (SELECT 1 FROM person_fields AS other
          WHERE other.studio_id = ${studio.id} AND other.name = ${name} AND other.id <> ${field})`),
    audit: auditStatement(
      ctx,
      {
        action: 'person_field.changed',
        subjectKind: 'person_field',
        subjectId: field,
        detail: { name },
      },
      rightAfterChange,
    ),
    known: db.all<{ name: string }>(sql`SELECT name FROM person_fields WHERE ${own}`),
  })
  if (known.length === 0) return { ok: false, reason: 'not_found' }
  return known[0]?.name === name ? { ok: true } : { ok: false, reason: 'name_taken' }
}

/** Stops asking for it, or asks again; answers stay. False where the studio has no such field. */
export async function archiveField(
  ctx: StaffContext,
  { field, act }: { field: string; act: 'archive' | 'restore' },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND id = ${field}`
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE person_fields SET archived_at = ${act === 'archive' ? now : null}
      WHERE ${own} AND (archived_at IS NULL) = ${act === 'archive' ? 1 : 0}`),
    audit: auditStatement(
      ctx,
      {
        action: act === 'archive' ? 'person_field.archived' : 'person_field.restored',
        subjectKind: 'person_field',
        subjectId: field,
      },
      rightAfterChange,
    ),
    found: db.all(sql`SELECT 1 FROM person_fields WHERE ${own}`),
  })
  return found.length > 0
}

/**
 * Keeps what somebody answered, `answers` by the id of the field; an empty one is forgotten. Fields
 * that are not named stay. False where the studio has no such person.
 */
export async function saveAnswers(
  ctx: StaffContext,
  personId: string,
  answers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { db, studio } = ctx
  const person = sql`EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
      AND erased_at IS NULL)`
  const given = sql`json_each(${JSON.stringify(answers)})`
  const { before, found } = await batch(db, {
    before: db.all<{ fieldId: string; value: string }>(sql`
      SELECT field_id AS fieldId, value FROM person_field_values
      WHERE studio_id = ${studio.id} AND person_id = ${personId}`),
    found: db.all(sql`SELECT 1 FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
        AND erased_at IS NULL`),
  })
  if (found.length === 0) return false
  const held = new Map(before.map(({ fieldId, value }) => [fieldId, value]))
  const differing = Object.entries(answers).filter(([id, value]) => (held.get(id) ?? '') !== value)
  if (differing.length === 0) return true
  await batch(db, {
    forgotten: db.run(sql`
      DELETE FROM person_field_values
      WHERE studio_id = ${studio.id} AND person_id = ${personId}
        AND field_id IN (SELECT key FROM ${given} WHERE value = '')`),
    kept: db.run(sql`
      INSERT INTO person_field_values (studio_id, person_id, field_id, value)
      SELECT ${studio.id}, ${personId}, field.id, given.value
      FROM ${given} AS given JOIN person_fields AS field ON field.id = given.key
        AND field.studio_id = ${studio.id}
      WHERE given.value <> '' AND ${person}
      ON CONFLICT (studio_id, person_id, field_id) DO UPDATE SET value = excluded.value`),
    audit: auditStatement(
      ctx,
      {
        action: 'person.fields_changed',
        subjectKind: 'person',
        subjectId: personId,
        detail: { fields: differing.map(([id]) => id) },
      },
      person,
    ),
  })
  return true
}
