/** Reads of bests. */
import { sql } from 'drizzle-orm'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { BestRow } from './best-words.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

const columns = sql`best.exercise_id AS exerciseId,
  coalesce(exercise.name, ltrim(best.exercise_id, '~')) AS exercise, best.kind, best.at, best.value,
  best.before, best.log_id AS logId, best.local_start AS localStart`

const from = sql`training_bests AS best LEFT JOIN exercises AS exercise
  ON exercise.id = best.exercise_id AND exercise.studio_id = best.studio_id`

/** Over `best`: nothing later of its kind has taken its place. */
const standsSql = sql`NOT EXISTS (SELECT 1 FROM training_bests AS later
  WHERE later.studio_id = best.studio_id AND later.person_id = best.person_id
    AND later.exercise_id = best.exercise_id AND later.kind = best.kind
    AND later.at = best.at AND (later.local_start, later.log_id) > (best.local_start, best.log_id))`

/** What a workout went beyond, of what had been done before it; the first time of anything is none. */
export const newBestsStatement = ({ db, studio }: Where, logId: string) =>
  db.all<BestRow>(sql`
    SELECT ${columns} FROM ${from}
    WHERE best.studio_id = ${studio.id} AND best.log_id = ${logId} AND best.before IS NOT NULL
    ORDER BY exercise, best.kind, best.at`)

export const bestsOfLog = (ctx: MemberContext, logId: string) => newBestsStatement(ctx, logId)

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
      SELECT ${columns}, row_number() OVER (PARTITION BY best.exercise_id, best.kind
        ORDER BY best.at DESC) AS nth
      FROM ${from}
      WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
        AND ${standsSql})
    WHERE nth <= 5 ORDER BY exercise, kind, at DESC LIMIT 500`)

/** A person's current bests in one exercise. Most reps are listed only for sets without weight. */
export const bestsOfExerciseStatement = (
  { db, studio }: Where,
  personId: string,
  exerciseId: string,
) =>
  db.all<BestRow>(sql`
    SELECT ${columns} FROM ${from}
    WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
      AND best.exercise_id = ${exerciseId} AND (best.kind <> 'reps' OR best.at = 0)
      AND ${standsSql}
    ORDER BY best.kind, best.at LIMIT 8`)
