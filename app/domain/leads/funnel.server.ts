import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { countLimit } from '#app/db/page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Funnel } from './funnel.ts'

/**
 * How far the leads of a time got, over the newest 1,000 of them; `more` where there are more. By
 * instants that each lead keeps, so that no name of a stage and no number of touches changes it.
 */
export function funnelStatement(
  { db, studio }: StudioContext,
  { from, to }: { from: Instant; to: Instant },
): Statement<(Funnel & { found: number })[]> {
  return db.all<Funnel & { found: number }>(sql`
    SELECT count(*) AS found, min(count(*), ${countLimit}) AS leads,
      count(contacted_at) AS contacted, count(trial_booked_at) AS booked,
      count(trial_attended_at) AS attended, count(*) FILTER (WHERE state = 'won') AS joined,
      count(*) FILTER (WHERE state = 'won' AND trial_attended_at IS NOT NULL) AS joinedAfterTrial
    FROM (SELECT contacted_at, trial_booked_at, trial_attended_at, state FROM leads
      WHERE studio_id = ${studio.id} AND created_at >= ${from} AND created_at < ${to}
      ORDER BY created_at DESC LIMIT ${countLimit + 1})`)
}

/** The minutes that half of the last 100 answered leads had waited; null before there is one. */
export function answerMinutesStatement({
  db,
  studio,
}: StudioContext): Statement<{ median: number | null }[]> {
  return db.all<{ median: number | null }>(sql`
    WITH last AS (SELECT answer_minutes AS minutes FROM leads
      WHERE studio_id = ${studio.id} AND answer_minutes IS NOT NULL
      ORDER BY contacted_at DESC LIMIT 100)
    SELECT (SELECT minutes FROM last ORDER BY minutes
      LIMIT 1 OFFSET (SELECT max(0, (count(*) + 1) / 2 - 1) FROM last)) AS median`)
}

/** The same in a trip of its own. */
export async function readFunnel(
  ctx: StudioContext,
  time: { from: Instant; to: Instant },
): Promise<Funnel & { more: boolean; answerMinutes: number | null }> {
  const { funnel, answer } = await batch(ctx.db, {
    funnel: funnelStatement(ctx, time),
    answer: answerMinutesStatement(ctx),
  })
  const { found, ...counts } = funnel[0]!
  return { ...counts, more: found > countLimit, answerMinutes: answer[0]?.median ?? null }
}
