/** Bests, made of the sets that count: those of workouts that are over, warm-ups left out. */
import { type SQL, sql } from 'drizzle-orm'
import { bestKinds } from '#app/db/studio/workouts/training-log-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

/** Workouts whose sets count. */
export const overSql = sql`('finished', 'auto_closed')`

/**
 * What each set that counts says of each kind of best; `from` says which sets, as `s` and `log`. The
 * kinds are a list, since D1 takes five parts of a UNION at most. `e1rm` is `estimatedMax`.
 */
const candidatesSql = (from: SQL): SQL => sql`
  counted AS (
    SELECT s.exercise_id, s.log_id, s.id AS set_id, log.local_start, coalesce(s.grams, 0) AS grams,
      s.reps IS 0 AS missed, coalesce(s.reps, 0) AS reps, coalesce(s.seconds, 0) AS seconds,
      coalesce(s.metres, 0) AS metres
    ${from} AND s.removed = 0 AND s.type <> 'warmup' AND log.state IN ${overSql}),
  kinds AS (SELECT value AS kind FROM json_each(${JSON.stringify(bestKinds)})),
  meant AS (
    SELECT counted.*, kind,
      CASE kind WHEN 'reps' THEN grams WHEN 'time' THEN metres ELSE 0 END AS at,
      CASE kind
        WHEN 'weight' THEN iif(missed, 0, grams)
        WHEN 'e1rm' THEN iif(reps = 1, grams, CAST(round(grams * sign(reps) * (30 + reps) / 30.0) AS INTEGER))
        WHEN 'reps' THEN reps
        WHEN 'hold' THEN iif(metres = 0 AND reps = 0, seconds, 0)
        WHEN 'distance' THEN metres
        ELSE iif(metres > 0, seconds, 0) END AS value
    FROM counted CROSS JOIN kinds),
  said AS (
    SELECT *, iif(kind = 'time', -value, value) AS score FROM meant WHERE value > 0),
  a_log AS (
    SELECT *, row_number() OVER (PARTITION BY exercise_id, kind, at, log_id
      ORDER BY score DESC, set_id) AS nth FROM said)`

const columns = sql`studio_id, person_id, exercise_id, kind, at, log_id, value, before, set_id,
  local_start`

/**
 * Adds what a workout that just ended went beyond; for a batch behind its end. Right only where no
 * workout that is over began later: else `remakeBestsStatements`.
 */
export const addBestsStatement = ({ db, studio }: Where, personId: string, logId: string) =>
  db.run(sql`
    INSERT INTO training_bests (${columns})
    WITH ${candidatesSql(sql`FROM workout_sets AS s JOIN workout_logs AS log ON log.id = s.log_id
      WHERE s.studio_id = ${studio.id} AND s.log_id = ${logId} AND s.person_id = ${personId}`)},
    against AS (
      SELECT *, (SELECT max(iif(a_log.kind = 'time', -best.value, best.value))
        FROM training_bests AS best
        WHERE best.studio_id = ${studio.id} AND best.person_id = ${personId}
          AND best.exercise_id = a_log.exercise_id AND best.kind = a_log.kind
          AND best.at = a_log.at AND best.log_id <> a_log.log_id) AS stood
      FROM a_log WHERE nth = 1)
    SELECT ${studio.id}, ${personId}, exercise_id, kind, at, log_id, value, abs(stood), set_id,
      local_start
    FROM against WHERE stood IS NULL OR score > stood
    ON CONFLICT DO NOTHING`)

/**
 * Works the bests of some exercises out again from all their sets, for the batch of the change.
 * Which exercises: their ids, or a SELECT of them with one column, `value`.
 */
export const remakeBestsStatements = (
  { db, studio }: Where,
  personId: string,
  exercises: readonly string[] | SQL,
) => {
  const ids = Array.isArray(exercises)
    ? sql`SELECT value FROM json_each(${JSON.stringify([...new Set(exercises)])})`
    : (exercises as SQL)
  return {
    forgetBests: db.run(sql`
      DELETE FROM training_bests WHERE studio_id = ${studio.id} AND person_id = ${personId}
        AND exercise_id IN (${ids})`),
    remakeBests: db.run(sql`
      INSERT INTO training_bests (${columns})
      WITH ${candidatesSql(sql`FROM (${ids}) AS asked
        CROSS JOIN workout_sets AS s ON s.studio_id = ${studio.id} AND s.person_id = ${personId}
          AND s.exercise_id = asked.value
        JOIN workout_logs AS log ON log.id = s.log_id WHERE 1`)},
      grown AS (
        SELECT *, max(score) OVER (PARTITION BY exercise_id, kind, at
          ORDER BY local_start, log_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS stood
        FROM a_log WHERE nth = 1)
      SELECT ${studio.id}, ${personId}, exercise_id, kind, at, log_id, value, abs(stood), set_id,
        local_start
      FROM grown WHERE stood IS NULL OR score > stood
      ON CONFLICT DO NOTHING`),
  }
}

/** Counts and volume of a log, rebuilt from its sets; for a batch behind the change. */
export const countSetsStatement = (where: Where, logId: string) =>
  countSetsOfStatement(where, sql`${logId}`)

/** Whether the score of a log is said and not counted, as `scoreKind` has it: all but by weight. */
const timedSql = sql`(SELECT sum(block.value ->> 'kind' IN ('for_time', 'amrap')) > 0
    OR sum(block.value ->> 'kind' NOT IN ('emom', 'circuit', 'intervals')) = 0
  FROM json_each(workout_logs.plan, '$.blocks') AS block)`

/** The same of several logs: a SELECT with one column, their ids. */
export const countSetsOfStatement = ({ db, studio }: Where, logIds: SQL) =>
  db.run(sql`
    UPDATE workout_logs SET (sets, volume, score) = (
      SELECT count(*), coalesce(sum(coalesce(s.grams, 0) * coalesce(s.reps, 0)), 0),
        iif(workout_logs.workout_id IS NULL OR ${timedSql}, workout_logs.score,
          nullif(max(iif(coalesce(s.reps, 1) > 0, s.grams, 0)), 0))
      FROM workout_sets AS s
      WHERE s.studio_id = workout_logs.studio_id AND s.log_id = workout_logs.id AND s.removed = 0
        AND s.type <> 'warmup')
    WHERE studio_id = ${studio.id} AND id IN (${logIds}) AND state IN ${overSql}`)
