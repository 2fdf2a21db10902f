import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { FieldKind, PersonField } from './field-words.ts'

export type FieldRow = {
  id: string
  name: string
  kind: FieldKind
  options: string
  archivedAt: string | null
}

/** Every field of the studio, in their order; those that are not asked any more last. */
export function fieldsStatement({ db, studio }: StudioContext): Statement<FieldRow[]> {
  return db.all<FieldRow>(sql`
    SELECT id, name, kind, options, archived_at AS archivedAt FROM person_fields
    WHERE studio_id = ${studio.id} ORDER BY archived_at IS NOT NULL, position, id`)
}

/** Those that are asked now. */
export const toFields = (rows: readonly FieldRow[]): PersonField[] =>
  rows.filter(({ archivedAt }) => archivedAt === null).map(toField)

/** Those that are asked now, and those that are not asked any more. */
export const toFieldsAndArchived = (rows: readonly FieldRow[]) => ({
  fields: toFields(rows),
  archived: rows.filter(({ archivedAt }) => archivedAt !== null).map(toField),
})

const toField = ({ id, name, kind, options }: FieldRow): PersonField => ({
  id,
  name,
  kind,
  options: options.split('\n').filter(Boolean),
})

export type AnswerRow = { fieldId: string; name: string; kind: FieldKind; value: string }

/** What is known of somebody, in the order of the fields, also of fields not asked any more. */
export function answersStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<AnswerRow[]> {
  return db.all<AnswerRow>(sql`
    SELECT field.id AS fieldId, field.name, field.kind, answer.value
    FROM person_field_values AS answer CROSS JOIN person_fields AS field ON field.id = answer.field_id
      AND field.studio_id = answer.studio_id
    WHERE answer.studio_id = ${studio.id} AND answer.person_id = ${personId}
    ORDER BY field.position, field.id`)
}

/** Every field of the studio, for the page that sets them up. */
export async function listFields(ctx: StudioContext): Promise<FieldRow[]> {
  const { fields } = await batch(ctx.db, { fields: fieldsStatement(ctx) })
  return fields
}

/** The fields that are asked and what is known of somebody, in one trip. */
export async function findAnswers(
  ctx: StudioContext,
  personId: string,
): Promise<{ fields: PersonField[]; answers: AnswerRow[] }> {
  const { fields, answers } = await batch(ctx.db, {
    fields: fieldsStatement(ctx),
    answers: answersStatement(ctx, personId),
  })
  return { fields: toFields(fields), answers }
}

/** Answers of several people, by the id of the person and that of the field. */
export async function answersOf(
  { db, studio }: StudioContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.all<{ personId: string; fieldId: string; value: string }>(sql`
    SELECT answer.person_id AS personId, answer.field_id AS fieldId, answer.value
    FROM json_each(${JSON.stringify(ids)}) AS chosen
    CROSS JOIN person_field_values AS answer
      ON answer.studio_id = ${studio.id} AND answer.person_id = chosen.value`)
  return new Map(rows.map(({ personId, fieldId, value }) => [`${personId} ${fieldId}`, value]))
}
