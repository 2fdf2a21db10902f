/** What a person reads weights in. */
import { sql } from 'drizzle-orm'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'

export type UnitRow = { weightUnit: '' | 'kg' | 'lb' }

/** What a person chose; empty where they leave it to the studio. For a page's batch. */
export const weightUnitStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  personId: string,
) =>
  db.all<UnitRow>(sql`
    SELECT weight_unit AS weightUnit FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId}`)

/** Sets it for the person of the session. What was logged is kept in grams and shown again. */
export async function setWeightUnit(
  { db, studio, person }: MemberContext,
  unit: UnitRow['weightUnit'],
): Promise<void> {
  await db.run(sql`
    UPDATE people SET weight_unit = ${unit} WHERE studio_id = ${studio.id} AND id = ${person.id}`)
}
