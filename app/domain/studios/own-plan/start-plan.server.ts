import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { OwnPlanKey } from './plan-prices.ts'
import { type StudioPlanRow, studioPlanStatement } from './plan-queries.server.ts'
import { startTrialStatements } from './plan-statements.server.ts'

/**
 * Begins to bill a studio that nobody has billed, with a trial of `days` from today. One that has a
 * plan keeps it: the answer says whether anything began, and how it stands.
 */
export async function startPlan(
  { directory, now }: DirectoryContext,
  studio: { id: string; timeZone: string },
  of: { plan: OwnPlanKey; days: number; by: string },
): Promise<{ started: boolean; row: StudioPlanRow }> {
  const { planStarted, rows } = await batch(directory, {
    ...startTrialStatements(directory, {
      ...of,
      studioId: studio.id,
      at: now,
      today: localDate(now, studio.timeZone),
    }),
    rows: studioPlanStatement(directory, sql`own.studio_id = ${studio.id}`),
  })
  return { started: changed(planStarted) > 0, row: rows[0]! }
}
