import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { FamilyRelation } from './family-relations.ts'

/** Somebody of a person's family: who looks after them, or whom they look after. */
export type Relative = {
  id: string
  name: string
  email: string
  birthDate: string | null
  archived: number
  relation: 'guardian' | 'dependant'
  /** What the guardian is to the dependant; empty is a parent or guardian. */
  word: FamilyRelation | ''
}

/** Guardians of a person, then their dependants, each by name. */
export const relativesStatement = (
  { db, studio }: StudioContext,
  personId: string,
): Statement<Relative[]> =>
  db.all<Relative>(sql`
    SELECT relative.id, relative.name, relative.email, relative.birth_date AS birthDate,
      relative.archived_at IS NOT NULL AS archived, link.relation, link.word
    FROM (
      SELECT guardian_id AS id, 'guardian' AS relation, relation AS word FROM guardians
      WHERE studio_id = ${studio.id} AND dependant_id = ${personId}
      UNION ALL
      SELECT dependant_id, 'dependant', relation FROM guardians
      WHERE studio_id = ${studio.id} AND guardian_id = ${personId}
    ) AS link
    JOIN people AS relative ON relative.id = link.id AND relative.studio_id = ${studio.id}
    ORDER BY link.relation DESC, relative.name LIMIT 40`)

export async function listRelatives(ctx: StudioContext, personId: string): Promise<Relative[]> {
  return (await batch(ctx.db, { relatives: relativesStatement(ctx, personId) })).relatives
}

/** Whether the first looks after the second; both are expressions. */
export const isGuardianSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  guardianId: SQL,
  dependantId: SQL,
): SQL => sql`EXISTS (
  SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studio.id}
    AND link.dependant_id = ${dependantId} AND link.guardian_id = ${guardianId})`

/** The ids of those whom somebody looks after, as a SELECT. */
export const dependantIdsSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  guardianId: string,
): SQL => sql`SELECT link.dependant_id FROM guardians AS link
  WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${guardianId}`

/**
 * The guardian of `person`, an alias of people, whom the desk calls: the first with a phone, as
 * JSON `{ name, phone }`; null where none has one. An expression.
 */
export const guardianToCallSql = (person: string): SQL => sql`(
  SELECT json_object('name', guardian.name, 'phone', guardian.phone)
  FROM guardians AS link CROSS JOIN people AS guardian ON guardian.id = link.guardian_id
    AND guardian.studio_id = link.studio_id AND guardian.phone <> ''
    AND guardian.archived_at IS NULL
  WHERE link.studio_id = ${sql.raw(person)}.studio_id
    AND link.dependant_id = ${sql.raw(person)}.id
  ORDER BY link.created_at, link.guardian_id LIMIT 1)`
