import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import {
  planOf,
  publishedWorkoutStatement,
} from '#app/domain/workouts/library/published-workouts.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { recordInWorkout } from '../session/record-in-workout.server.ts'
import { saidOfWorkout } from '../session/said-of-workout.ts'
import { capOf, type Division, readScore, scoreKind } from '../session/score.ts'
import { type BoardScope, ownResultsStatement } from './board-queries.server.ts'
import { classDoneStatement, toClassDone } from './class-done.server.ts'
import { keepResults, mainLift } from './keep-results.server.ts'

export type SayOwnResultResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'wrong' | 'changed'; why: string }

/**
 * Keeps what the person says they came to, in their newest log of the workout within `scope`, or of
 * a class they were in without logging sets in a log of it. An empty result takes it away. Not
 * found: a workout that members don't see, nothing of theirs to say it of, one ranked by its sets,
 * which are changed there, and one with nothing to rank. Refused with a sentence: what is no result,
 * and a workout of the class that is open.
 */
export async function sayOwnResult(
  ctx: MemberContext,
  workoutId: string,
  scope: BoardScope,
  { typed, division }: { typed: string; division: Division },
): Promise<SayOwnResultResult> {
  const { person, studio } = ctx
  const occurrenceId = typeof scope === 'object' && 'occurrenceId' in scope && scope.occurrenceId
  const found = await batch(ctx.db, {
    workout: publishedWorkoutStatement(ctx, workoutId),
    own: ownResultsStatement(ctx, person.id, workoutId, scope),
    unit: weightUnitStatement(ctx, person.id),
    done: classDoneStatement(ctx, occurrenceId || ''),
    attended: ctx.db.all(sql`
      SELECT 1 FROM bookings AS b WHERE b.studio_id = ${studio.id} AND b.person_id = ${person.id}
        AND b.occurrence_id = ${occurrenceId || ''} AND b.state IN ('attended', 'checked_in')`),
  })
  const [workout] = found.workout
  if (!workout) return { ok: false, reason: 'not_found' }
  const plan = planOf(workout)
  const kind = scoreKind(plan)
  const unit = found.unit[0]?.weightUnit || weightUnitOf(studio)
  const read = typed.trim() === '' ? null : readScore(kind, typed, { cap: capOf(plan), unit })
  if (read && !read.ok) return { ok: false, reason: 'wrong', why: read.why }
  const score = read ? read.score : null
  const [log] = found.own
  if (log) {
    if (kind === 'weight') return { ok: false, reason: 'not_found' }
    await recordInWorkout(ctx, log.id, saidOfWorkout.parse({ score, division }))
    return { ok: true }
  }
  const done = found.attended.length > 0 ? await toClassDone(ctx, found.done[0]) : null
  if (!done || done.workout.id !== workoutId) return { ok: false, reason: 'not_found' }
  if (kind === 'weight' && !mainLift(done.plan)) return { ok: false, reason: 'not_found' }
  const said = [{ personId: person.id, score, division, was: null }]
  const { left } = await keepResults(ctx, done, said, '')
  return left.length === 0
    ? { ok: true }
    : {
        ok: false,
        reason: 'changed',
        why: 'This workout is still open, or changed meanwhile. Look again.',
      }
}
