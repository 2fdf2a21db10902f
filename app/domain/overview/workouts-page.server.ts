import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import {
  planOf,
  publishedWorkoutStatement,
  publishedWorkoutsStatement,
} from '#app/domain/workouts/library/published-workouts.server.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { blockWords, exerciseWords } from '#app/domain/workouts/plan/plan-words.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

type PageViewer = { personId: string; name: string; email: string }

/** The workouts a studio has published, the newest first. One trip. */
export async function publishedWorkoutsPage(ctx: MemberContext, viewer: PageViewer) {
  const { locale, timeZone } = ctx.studio
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    workouts: publishedWorkoutsStatement(ctx),
  })
  return {
    shell: toShell(answer, viewer),
    workouts: answer.workouts.map(({ id, name, kind, publishAt }) => ({
      ...{ id, name, kind: kindWords[kind] },
      since: dayShort(localDate(publishAt, timeZone), locale),
    })),
  }
}

/** One of them, block by block; null before its time. One trip. */
export async function publishedWorkoutPage(
  ctx: MemberContext,
  viewer: PageViewer,
  workoutId: string,
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    workout: publishedWorkoutStatement(ctx, workoutId),
  })
  const [workout] = answer.workout
  if (!workout) return null
  const unit = weightUnitOf(ctx.studio)
  return {
    shell: toShell(answer, viewer),
    name: workout.name,
    kind: kindWords[workout.kind],
    notes: workout.notes,
    blocks: planOf(workout).blocks.map((block) => ({
      ...{ letter: block.letter, head: blockWords(block) },
      exercises: block.exercises.map((one) => ({
        ...{ name: one.name, what: exerciseWords(one, unit) },
      })),
    })),
  }
}
