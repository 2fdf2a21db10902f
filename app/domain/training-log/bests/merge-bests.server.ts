import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { remakeBestsStatements } from './best-statements.server.ts'

/**
 * Merging two records makes one log of their sets, so the bests of the removed record's exercises are
 * worked out again. For the batch of the merge, before the other training rows move.
 */
export function mergeBestsStatements(
  ctx: Pick<StudioContext, 'db' | 'studio'>,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  const { db, studio } = ctx
  const theirs = sql`studio_id = ${studio.id} AND person_id = ${goneId}`
  return {
    trainedSets: db.run(sql`
      UPDATE workout_sets SET person_id = ${keptId} WHERE ${theirs} AND ${onlyIf}`),
    // Whatever counts of an exercise has a best: those say which were trained.
    ...remakeBestsStatements(
      ctx,
      keptId,
      sql`SELECT DISTINCT exercise_id AS value FROM training_bests WHERE ${theirs} AND ${onlyIf}`,
    ),
    theirBests: db.run(sql`DELETE FROM training_bests WHERE ${theirs} AND ${onlyIf}`),
  }
}
