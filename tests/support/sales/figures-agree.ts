/** What snapshots say of a studio's money, against its documents and payments. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { keepMetrics } from '#app/domain/insights/snapshots/keep-metrics.server.ts'
import type { World } from '../world.ts'

/** Long after the last credit expired and the last billed day was over. */
const longAfter = '2027-05-20T09:00:00Z'

/** Runs the job until it has caught up. */
export async function metricsUntil(w: World, now: string): Promise<void> {
  for (let i = 0; i < 40 && (await keepMetrics(w.at(now))) > 0; i += 1);
}

/**
 * Cash is what was taken, what was invoiced is what the books say, and in the end all of it is
 * earned, with what expired on gift cards; places earn no more than that.
 */
export async function figuresAgree(
  w: World,
  truth: { incomeMinor: number; takenMinor: number; brokeMinor?: number },
) {
  await metricsUntil(w, longAfter)
  const [row] = await w.db.all<Record<'taken' | 'invoiced' | 'earned' | 'bySeat', number>>(sql`
    SELECT coalesce(sum(taken_minor - refunded_minor), 0) AS taken,
      coalesce(sum(invoiced_minor), 0) AS invoiced, coalesce(sum(earned_minor), 0) AS earned
    FROM money_facts WHERE studio_id = ${w.studio.id}`)
  expect(row).toEqual({
    taken: truth.takenMinor,
    invoiced: truth.incomeMinor,
    earned: truth.incomeMinor + (truth.brokeMinor ?? 0),
  })
}
