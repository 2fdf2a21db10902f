/** Reads of one workout of a person's log. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LogType } from '#app/domain/training/log-type.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { overSql } from '../bests/best-statements.server.ts'
import type { LogState } from './log-state.ts'
import type { LoggedSet } from './logged-set.ts'
import type { Known } from './next-set.ts'
import type { Division } from './score.ts'
import type { SessionPlan } from './session-plan.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

export type LogRow = {
  id: string
  personId: string
  name: string
  state: LogState
  workoutId: string | null
  occurrenceId: string | null
  routineId: string | null
  assignmentId: string | null
  session: string
  plan: string
  planMs: number
  startedAt: Instant
  localStart: LocalDateTime
  timeZone: string
  endedAt: Instant | null
  inputAt: Instant
  restUntil: Instant | null
  restSeconds: number
  note: string
  effort: '' | 'easy' | 'right' | 'hard'
  sharedAt: Instant | null
  sharedWhole: number
  source: '' | 'hevy' | 'strong'
  score: number | null
  division: Division
  byName: string
  sets: number
  volume: number
}

const logColumns = sql`log.id, log.person_id AS personId, log.name, log.state,
  log.workout_id AS workoutId, log.occurrence_id AS occurrenceId, log.routine_id AS routineId,
  log.assignment_id AS assignmentId, log.session, log.plan, log.plan_ms AS planMs,
  log.started_at AS startedAt, log.local_start AS localStart, log.time_zone AS timeZone,
  log.ended_at AS endedAt, log.input_at AS inputAt, log.rest_until AS restUntil,
  log.rest_seconds AS restSeconds, log.note, log.effort, log.shared_at AS sharedAt,
  log.shared_whole AS sharedWhole, log.source,
  log.score, log.division, log.by_name AS byName, log.sets, log.volume`

/** One workout of a person, whatever its state; no row for anybody else's. */
export const logStatement = ({ db, studio }: Where, personId: string, logId: string) =>
  db.all<LogRow>(sql`
    SELECT ${logColumns} FROM workout_logs AS log
    WHERE log.studio_id = ${studio.id} AND log.id = ${logId} AND log.person_id = ${personId}`)

/** The one that is open; at most one. */
export const openLogStatement = ({ db, studio }: Where, personId: string) =>
  db.all<LogRow>(sql`
    SELECT ${logColumns} FROM workout_logs AS log
    WHERE log.studio_id = ${studio.id} AND log.person_id = ${personId} AND log.ended_at IS NULL`)

export const planOfLog = ({ plan }: Pick<LogRow, 'plan'>): SessionPlan =>
  JSON.parse(plan) as SessionPlan

export type SetRow = Omit<LoggedSet, 'removed'> & { removed: number; device: string }

export const setColumns = sql`s.id, s.exercise_id AS exerciseId, s.entry, s.n, s.type, s.side, s.grams,
  s.reps, s.seconds, s.metres, s.rpe, s.rir, s.done_at AS doneAt, s.changed_ms AS changedMs,
  s.device, s.removed`

/** Every set of a log, in the order of its exercises, those taken away among them. */
export const setsStatement = ({ db, studio }: Where, personId: string, logId: string) =>
  db.all<SetRow>(sql`
    SELECT ${setColumns} FROM workout_sets AS s
    WHERE s.studio_id = ${studio.id} AND s.log_id = ${logId} AND s.person_id = ${personId}
    ORDER BY length(s.entry), s.entry, s.n`)

export const toLoggedSet = ({ device: _, removed, ...set }: SetRow): LoggedSet => ({
  ...set,
  removed: removed === 1,
})

export type EarlierRow = {
  exerciseId: string
  localStart: LocalDateTime
  n: number
  grams: number | null
  reps: number | null
  seconds: number | null
  metres: number | null
}

/** Which exercises are asked about: a SELECT with one column, `value`. */
export const exercisesByIdSql = (exerciseIds: readonly string[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify([...new Set(exerciseIds)])})`

/** Those of the plan of a log, or of a routine (`workout_routines`). */
export const exercisesOfPlanSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  table: 'workout_logs' | 'workout_routines',
  id: string,
): SQL => sql`SELECT DISTINCT entry.value ->> 'exerciseId' AS value
  FROM ${sql.raw(table)} AS planned, json_each(planned.plan, '$.entries') AS entry
  WHERE planned.studio_id = ${studio.id} AND planned.id = ${id}`

/**
 * `asked`, and `kin`: the exercises that each of them is read as one with, itself among them, as long
 * as they are merged. What was logged keeps its own id, so that separating parts it again.
 */
const askedAndKinSql = (studioId: string, asked: SQL): SQL => sql`
  asked AS (SELECT DISTINCT value FROM (${asked})),
  kin AS (
    SELECT value AS asked, value AS id FROM asked
    UNION SELECT asked.value, own.merged_into FROM asked CROSS JOIN exercises AS own
      ON own.id = asked.value AND own.studio_id = ${studioId} AND own.merged_into IS NOT NULL
    UNION SELECT asked.value, other.id FROM asked LEFT JOIN exercises AS own
      ON own.id = asked.value AND own.studio_id = ${studioId}
    JOIN exercises AS other INDEXED BY exercises_merged ON other.studio_id = ${studioId}
      AND other.merged_into IS NOT NULL
      AND other.merged_into = coalesce(own.merged_into, asked.value))`

/**
 * For each of some exercises the sets of the last workout that had it, or one that is merged with it,
 * and is over, but for `except`, and of those that began before it where `except` is over itself.
 */
export const earlierSetsStatement = (
  { db, studio }: Where,
  personId: string,
  asked: SQL,
  except = '',
) =>
  db.all<EarlierRow>(sql`
    WITH ${askedAndKinSql(studio.id, asked)}
    SELECT asked.value AS exerciseId, log.local_start AS localStart, s.n, s.grams, s.reps,
      s.seconds, s.metres
    FROM asked
    CROSS JOIN workout_logs AS log ON log.id = (
      SELECT newest.log_id FROM kin CROSS JOIN workout_sets AS newest ON newest.rowid = (
        SELECT latest.rowid FROM workout_sets AS latest
        JOIN workout_logs AS other ON other.id = latest.log_id AND other.state IN ${overSql}
        WHERE latest.studio_id = ${studio.id} AND latest.person_id = ${personId}
          AND latest.exercise_id = kin.id AND latest.removed = 0 AND latest.type <> 'warmup'
          AND latest.log_id <> ${except}
          AND latest.done_at < coalesce((SELECT started_at FROM workout_logs WHERE id = ${except}), '9')
        ORDER BY latest.done_at DESC LIMIT 1)
      WHERE kin.asked = asked.value ORDER BY newest.done_at DESC LIMIT 1)
    JOIN workout_sets AS s ON s.studio_id = log.studio_id AND s.log_id = log.id
      AND s.exercise_id IN (SELECT kin.id FROM kin WHERE kin.asked = asked.value)
      AND s.removed = 0 AND s.type <> 'warmup'
    ORDER BY asked.value, length(s.entry), s.entry, s.n`)

export type BestMaxRow = { exerciseId: string; e1rm: number }

/** The best estimated maximum of each of some exercises, of all that are merged with it. */
export const bestMaxesStatement = ({ db, studio }: Where, personId: string, asked: SQL) =>
  db.all<BestMaxRow>(sql`
    WITH ${askedAndKinSql(studio.id, asked)}
    SELECT kin.asked AS exerciseId, max(best.value) AS e1rm
    FROM kin CROSS JOIN training_bests AS best ON best.studio_id = ${studio.id}
      AND best.person_id = ${personId} AND best.exercise_id = kin.id AND best.kind = 'e1rm'
    GROUP BY kin.asked`)

export type TrainedExercise = {
  id: string
  name: string
  logType: LogType
  equipment: string
  primaryMuscles: string
  secondaryMuscles: string
  shown: number
}

/** What the studio says of each of some exercises. */
export const trainedExercisesStatement = ({ db, studio }: Where, asked: SQL) =>
  db.all<TrainedExercise>(sql`
    SELECT exercise.id, exercise.name, exercise.log_type AS logType, exercise.equipment,
      exercise.primary_muscles AS primaryMuscles, exercise.secondary_muscles AS secondaryMuscles,
      exercise.state = 'published' AS shown
    FROM (${asked}) AS asked CROSS JOIN exercises AS exercise ON exercise.id = asked.value
    WHERE exercise.studio_id = ${studio.id}`)

/** What is known by exercise: last time with its day, and the best estimated maximum. */
export function knownOf(
  earlier: readonly EarlierRow[],
  maxes: readonly BestMaxRow[],
): Map<string, Known> {
  const known = new Map<string, Known>()
  const of = (exerciseId: string): Known => {
    const found = known.get(exerciseId) ?? { day: '', sets: [], e1rm: null }
    known.set(exerciseId, found)
    return found
  }
  for (const { exerciseId, localStart, ...set } of earlier) {
    const one = of(exerciseId)
    one.day = localStart.slice(0, 10)
    one.sets.push(set)
  }
  for (const { exerciseId, e1rm } of maxes) of(exerciseId).e1rm = e1rm
  return known
}
