import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** The version on sale of the last plan somebody had; empty where there is none any more. */
export async function lastPlanOnSale(
  { db, studio }: StudioContext,
  personId: string,
): Promise<string> {
  const rows = await db.all<{ id: string | null }>(sql`
    SELECT (SELECT id FROM plans WHERE studio_id = ${studio.id} AND name = plan.name
      AND archived_at IS NULL ORDER BY version DESC LIMIT 1) AS id
    FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
    ORDER BY membership.purchased_at DESC LIMIT 1`)
  return rows[0]?.id ?? ''
}
