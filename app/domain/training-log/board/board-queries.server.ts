/** The results of a workout as its board shows them: read of the log, of people who agreed. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import { addDays } from '#app/values/zone.ts'
import { overSql } from '../bests/best-statements.server.ts'
import { type Division, divisionWords, type ScoreKind, scoreWords } from '../session/score.ts'

type Where = Pick<StudioContext, 'db' | 'studio'>

/** Whose results stand on one board: those of a class, of a day, or of all time. */
export type BoardScope = { occurrenceId: string } | { day: LocalDate } | 'ever'

export type BoardRow = {
  personId: string
  name: string
  division: Division
  score: number
}

/** What a board shows of a division. */
const shown = 30

/** How a plan is scored, as `scoreKind` says it; `plan` is a column of JSON. */
const kindOfPlanSql = (plan: SQL): SQL => sql`(
  SELECT CASE WHEN sum(block.value ->> 'kind' = 'for_time') > 0 THEN 'seconds'
    WHEN sum(block.value ->> 'kind' = 'amrap') > 0 THEN 'rounds'
    WHEN sum(block.value ->> 'kind' NOT IN ('emom', 'circuit', 'intervals')) > 0 THEN 'weight'
    ELSE CASE ${plan} ->> '$.blocks[0].kind' WHEN 'emom' THEN 'rounds'
      WHEN 'circuit' THEN 'seconds' WHEN 'intervals' THEN 'reps' ELSE 'weight' END END
  FROM json_each(${plan}, '$.blocks') AS block)`

/** What the workout is scored by in its newest version. */
const kindOfWorkoutSql = ({ studio }: Where, workoutId: string): SQL => sql`(
  SELECT ${kindOfPlanSql(sql`said.plan`)}
  FROM workouts AS workout JOIN workout_versions AS said ON said.studio_id = workout.studio_id
    AND said.workout_id = workout.id AND said.version = workout.version
  WHERE workout.studio_id = ${studio.id} AND workout.id = ${workoutId})`

/** Of which logs, of the alias `log`. A plus keeps a column from the index that sorts all time. */
function scopeSql(log: SQL, workoutId: string, scope: BoardScope): SQL {
  if (scope === 'ever') return sql`${log}.workout_id = ${workoutId}`
  if ('day' in scope)
    return sql`${log}.workout_id = ${workoutId} AND ${log}.local_start >= ${scope.day}
      AND ${log}.local_start < ${addDays(scope.day, 1)}`
  return sql`+${log}.workout_id = ${workoutId} AND ${log}.occurrence_id = ${scope.occurrenceId}`
}

/**
 * The best result of each person who agreed, division by division, the best first, for a page's
 * batch: `toBoard` reads them. Times run upwards and everything else downwards, so there is a
 * statement of each, and the workout decides which of the two finds anything. A result of an earlier
 * version counts as long as it is scored by the same.
 */
export function boardStatements(
  ctx: Where,
  workoutId: string,
  scope: BoardScope,
): Record<string, Statement<BoardRow[]>> {
  const kind = kindOfWorkoutSql(ctx, workoutId)
  const one = (division: Division, low: boolean) => {
    const of = (log: SQL, sorted: boolean) => sql`${log}.studio_id = ${ctx.studio.id}
      AND ${scopeSql(log, workoutId, scope)}
      AND ${sorted ? sql`` : sql`+`}${log}.division = ${division}
      AND ${log}.score IS NOT NULL AND ${log}.state IN ${overSql}
      AND ${kindOfPlanSql(sql`${log}.plan`)} = ${kind}`
    const better = low ? sql`<` : sql`>`
    return ctx.db.all<BoardRow>(sql`
      SELECT log.person_id AS personId, person.name, log.division, log.score
      FROM workout_logs AS log CROSS JOIN people AS person ON person.id = log.person_id
      WHERE ${kind} ${low ? sql`=` : sql`<>`} 'seconds' AND ${of(sql`log`, scope === 'ever')}
        AND person.archived_at IS NULL AND person.erased_at IS NULL
        AND ${consentedSql({ channel: 'any', purpose: 'boards' })}
        AND NOT EXISTS (SELECT 1 FROM workout_logs AS other
          WHERE other.person_id = log.person_id AND ${of(sql`other`, false)}
            AND (other.score, other.id) ${better} (log.score, log.id))
      ORDER BY log.score ${low ? sql`` : sql`DESC`}, person.name LIMIT ${shown}`)
  }
  return Object.fromEntries(
    divisions.flatMap((division) => [
      [`board_${division}`, one(division, true)],
      [`board_${division}_down`, one(division, false)],
    ]),
  )
}

export type Board = {
  division: Division
  name: string
  rows: { rank: number; personId: string; name: string; result: string }[]
}[]

/** What `boardStatements` answered, with ranks: who has the same result shares one. */
export function toBoard(
  answer: Readonly<Record<string, unknown>>,
  kind: ScoreKind,
  unit: Unit,
): Board {
  return divisions.flatMap((division) => {
    const rows = [`board_${division}`, `board_${division}_down`].flatMap(
      (name) => answer[name] as BoardRow[],
    )
    if (rows.length === 0) return []
    return [
      {
        division,
        name: divisionWords[division],
        rows: rows.map(({ personId, name, score }) => ({
          personId,
          name,
          result: scoreWords(kind, score, unit),
          rank: 1 + rows.findIndex((one) => one.score === score),
        })),
      },
    ]
  })
}

export type OwnResult = {
  id: string
  score: number | null
  division: Division
  localStart: LocalDateTime
  state: string
  byName: string
}

/** Their own of a workout, the newest first, those without a result among them; nobody else reads it. */
export const ownResultsStatement = (
  ctx: Where,
  personId: string,
  workoutId: string,
  scope: BoardScope,
): Statement<OwnResult[]> =>
  ctx.db.all<OwnResult>(sql`
    SELECT log.id, log.score, log.division, log.local_start AS localStart, log.state,
      log.by_name AS byName
    FROM workout_logs AS log
    WHERE log.studio_id = ${ctx.studio.id} AND log.person_id = ${personId}
      AND ${scopeSql(sql`log`, workoutId, scope)} AND log.state IN ${overSql}
      AND ${kindOfPlanSql(sql`log.plan`)} = ${kindOfWorkoutSql(ctx, workoutId)}
    ORDER BY log.local_start DESC, log.id LIMIT 100`)
