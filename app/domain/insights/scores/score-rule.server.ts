/** Whether and how often a studio asks its members to score it, and what came of it. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { answersRead, highScore, lowScore, scoreDays } from './score-words.ts'

export type ScoreRule = { asks: number; everyDays: number; version: number }

/** Of a studio that has decided nothing. */
const usual: ScoreRule = { asks: 0, everyDays: 90, version: 0 }

export type Scores = { all: number; high: number; low: number; asked: number }

/** The rule, and the newest answers of the last 90 days as counts. One trip. */
export async function scoresPage(ctx: StudioContext): Promise<{ rule: ScoreRule; scores: Scores }> {
  const { db, studio, now } = ctx
  const since = addMinutes(now, -scoreDays * 24 * 60)
  const { rule, scores } = await batch(db, {
    rule: db.all<ScoreRule>(sql`
      SELECT asks, every_days AS everyDays, version FROM score_rules
      WHERE studio_id = ${studio.id}`),
    scores: db.all<Scores>(sql`
      SELECT count(*) AS "all", coalesce(sum(score >= ${highScore}), 0) AS high,
        coalesce(sum(score <= ${lowScore}), 0) AS low,
        (SELECT count(*) FROM (SELECT 1 FROM score_asks AS ask INDEXED BY score_asks_by_time
          WHERE ask.studio_id = ${studio.id} AND ask.asked_at >= ${since}
          LIMIT ${answersRead})) AS asked
      FROM (SELECT score FROM score_asks INDEXED BY score_asks_by_answer
        WHERE studio_id = ${studio.id} AND answered_at >= ${since} AND answered_at IS NOT NULL
        ORDER BY answered_at DESC LIMIT ${answersRead})`),
  })
  return {
    rule: rule[0] ?? usual,
    scores: scores[0] ?? { all: 0, high: 0, low: 0, asked: 0 },
  }
}

/**
 * Sets whether members are asked, and how often one of them. False where somebody saved another
 * meanwhile; the same form sent twice is saved once.
 */
export async function saveScoreRule(
  ctx: StaffContext,
  { asks, everyDays, version }: { asks: boolean; everyDays: number; version: number },
): Promise<boolean> {
  const { db, studio } = ctx
  const { saved, rule } = await batch(db, {
    saved: db.run(sql`
      INSERT INTO score_rules (studio_id, asks, every_days, version)
      SELECT ${studio.id}, ${asks ? 1 : 0}, ${everyDays}, 1
      WHERE ${version} = 0 OR EXISTS (SELECT 1 FROM score_rules WHERE studio_id = ${studio.id})
      ON CONFLICT (studio_id) DO UPDATE SET asks = excluded.asks, every_days = excluded.every_days,
        next_at = NULL, version = version + 1 WHERE version = ${version}`),
    line: auditStatement(
      ctx,
      {
        action: 'score_rule.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { asks, everyDays },
      },
      rightAfterChange,
    ),
    rule: db.all<ScoreRule>(sql`
      SELECT asks, every_days AS everyDays, version FROM score_rules
      WHERE studio_id = ${studio.id}`),
  })
  const [now] = rule
  return changed(saved) > 0 || (now?.asks === Number(asks) && now.everyDays === everyDays)
}
