/** The page of an exercise, with the classes that teach it and the reader's own log of it. */

import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import { exercisePage } from '#app/domain/training/exercise-page.server.ts'
import { bestsOfExerciseStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { bestWords } from '#app/domain/training-log/bests/best-words.ts'
import { setsLine } from '#app/domain/training-log/session/done-words.ts'
import {
  earlierSetsStatement,
  exercisesByIdSql,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { videosOfEntryStatement } from '#app/domain/videos/video-queries.server.ts'
import { type Unit, weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { nextClassesStatement } from './taught-exercises-sql.server.ts'

type Viewer = Parameters<typeof exercisePage>[1]

/**
 * `exercisePage` with its videos, the next classes that teach the exercise and, for a member of a
 * studio that uses workouts, their last sets and current bests. Null: no such exercise.
 */
export async function exerciseEntryPage(ctx: StudioContext, viewer: Viewer, exerciseId: string) {
  const { studio } = ctx
  const personId = (studioUses(studio, 'workouts') && viewer?.personId) || ''
  const page = await exercisePage(ctx, viewer, exerciseId, {
    teaching: nextClassesStatement(ctx, exerciseId),
    unit: weightUnitStatement(ctx, personId),
    last: earlierSetsStatement(ctx, personId, exercisesByIdSql([exerciseId])),
    bests: bestsOfExerciseStatement(ctx, personId, exerciseId),
    videos: videosOfEntryStatement(ctx, exerciseId),
  })
  if (!page || page.mergedInto !== null) return page
  const { beside, ...shown } = page
  const { teaching, unit, last, bests, videos } = beside
  const day = (localStart: string) => dayMonthYear(localStart.slice(0, 10), studio.locale)
  const reads: Unit = unit[0]?.weightUnit || weightUnitOf(studio)
  return {
    ...shown,
    teaching,
    videos: videos.map(({ chapters: _, ...video }) => video),
    /** Null: the reader has not logged it. */
    own: last[0]
      ? {
          last: { day: day(last[0].localStart), sets: setsLine(last, reads) },
          bests: bests.map((best) => ({
            ...bestWords(best, reads),
            log: best.logId,
            day: day(best.localStart),
          })),
        }
      : null,
  }
}
