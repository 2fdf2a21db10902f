import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * What comes off a membership that a person buys, in hundredths of a percent: the studio's family
 * discount, where somebody of their family (who looks after them, whom these look after, and whom
 * they look after) has a membership that goes on.
 */
export const familyBpStatement = (
  { db, studio }: StudioContext,
  personId: string,
): Statement<{ familyBp: number }[]> =>
  db.all<{ familyBp: number }>(sql`
    WITH elders AS (
      SELECT ${personId} AS id UNION SELECT guardian_id FROM guardians
      WHERE studio_id = ${studio.id} AND dependant_id = ${personId}),
    family AS (
      SELECT id FROM elders UNION SELECT dependant_id FROM guardians
      WHERE studio_id = ${studio.id} AND guardian_id IN (SELECT id FROM elders))
    SELECT CASE WHEN EXISTS (
        SELECT 1 FROM memberships AS other
        WHERE other.studio_id = ${studio.id} AND other.person_id <> ${personId}
          AND other.person_id IN (SELECT id FROM family)
          AND other.state IN ('scheduled','trialing','active','past_due'))
      THEN coalesce((SELECT family_bp FROM billing_settings WHERE studio_id = ${studio.id}), 0)
      ELSE 0 END AS familyBp`)

export const familyBpOf = (rows: readonly { familyBp: number }[]): number => rows[0]?.familyBp ?? 0
