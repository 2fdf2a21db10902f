/** Reads of bests. */
import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { BestRow } from './best-words.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

const columns = sql`coalesce(own.merged_into, best.exercise_id) AS exerciseId,
  coalesce(exercise.name, ltrim(best.exercise_id, '~')) AS exercise, best.kind, best.at, best.value,
  best.before, best.log_id AS logId, best.local_start AS localStart`

/** Bests under the exercise that each is read as: of one that was merged, the one that stayed. */
const from = sql`training_bests AS best LEFT JOIN exercises AS own
  ON own.id = best.exercise_id AND own.studio_id = best.studio_id
  LEFT JOIN exercises AS exercise ON exercise.id = coalesce(own.merged_into, own.id)
    AND exercise.studio_id = best.studio_id`

/** Whether `other` of the same kind goes beyond `best`; of two that are the same one stands. */
const beyondSql = sql`other.studio_id = best.studio_id AND other.person_id = best.person_id
  AND other.kind = best.kind AND other.at = best.at
  AND (iif(best.kind = 'time', -other.value, other.value), other.exercise_id)
    > (iif(best.kind = 'time', -best.value, best.value), best.exercise_id)`

/**
 * Over `best` and `own`: nothing later of its kind has taken its place, and nothing better stands of
 * an exercise that is merged with it.
 */
const standsSql = sql`NOT EXISTS (SELECT 1 FROM training_bests AS later
  WHERE later.studio_id = best.studio_id AND later.person_id = best.person_id
    AND later.exercise_id = best.exercise_id AND later.kind = best.kind
    AND later.at = best.at AND (later.local_start, later.log_id) > (best.local_start, best.log_id))
  AND NOT EXISTS (SELECT 1 FROM training_bests AS other
    WHERE other.exercise_id = own.merged_into AND ${beyondSql})
  AND NOT EXISTS (SELECT 1 FROM exercises AS kin INDEXED BY exercises_merged
    CROSS JOIN training_bests AS other ON other.exercise_id = kin.id AND ${beyondSql}
    WHERE kin.studio_id = best.studio_id AND kin.merged_into IS NOT NULL
      AND kin.merged_into = coalesce(own.merged_into, best.exercise_id)
      AND kin.id <> best.exercise_id)`

/** What a workout went beyond, of what had been done before it; the first time of anything is none. */
export const newBestsStatement = ({ db, studio }: Where, logId: string) =>
  db.all<BestRow>(sql`
    SELECT ${columns} FROM ${from}
    WHERE best.studio_id = ${studio.id} AND best.log_id = ${logId} AND best.before IS NOT NULL
    ORDER BY exercise, best.kind, best.at`)

/**
 * What stands of a person now, the newest first: of repetitions only those without weight, and the
 * heaviest only of what is lifted without repetitions, since else the estimated maximum says it.
 */
export const standingBestsStatement = ({ db, studio }: Where, personId: string, most: number) =>
  db.all<BestRow>(sql`
    SELECT ${columns} FROM ${from}
    WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
      AND (best.kind <> 'reps' OR best.at = 0)
      AND (best.kind <> 'weight' OR NOT EXISTS (SELECT 1 FROM training_bests AS lifted
        WHERE lifted.studio_id = best.studio_id AND lifted.person_id = best.person_id
          AND lifted.exercise_id = best.exercise_id AND lifted.kind = 'e1rm'))
      AND ${standsSql}
    ORDER BY best.local_start DESC, exercise LIMIT ${most}`)

/** Everything that stands of a person, by exercise; of repetitions the five heaviest weights. */
export const allBestsStatement = ({ db, studio }: Where, personId: string) =>
  db.all<BestRow>(sql`
    SELECT * FROM (
      SELECT ${columns}, row_number() OVER (PARTITION BY coalesce(own.merged_into, best.exercise_id), best.kind
        ORDER BY best.at DESC) AS nth
      FROM ${from}
      WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
        AND ${standsSql})
    WHERE nth <= 5 ORDER BY exercise, kind, at DESC LIMIT 500`)

/**
 * A person's current bests in one exercise, with those of exercises merged into it. Most reps are
 * listed only for sets without weight.
 */
export const bestsOfExerciseStatement = (
  { db, studio }: Where,
  personId: string,
  exerciseId: string,
) =>
  db.all<BestRow>(sql`
    SELECT ${columns} FROM ${from}
    WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
      AND best.exercise_id IN (SELECT ${exerciseId} UNION ALL
        SELECT kin.id FROM exercises AS kin INDEXED BY exercises_merged
        WHERE kin.studio_id = ${studio.id} AND kin.merged_into IS NOT NULL
          AND kin.merged_into = ${exerciseId})
      AND (best.kind <> 'reps' OR best.at = 0)
      AND ${standsSql}
    ORDER BY best.kind, best.at LIMIT 8`)
