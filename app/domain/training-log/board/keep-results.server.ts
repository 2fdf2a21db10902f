import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import {
  countSetsOfStatement,
  overSql,
  remakeBestsStatements,
} from '../bests/best-statements.server.ts'
import { setIdOf } from '../session/logged-set.ts'
import { type Division, scoreKind } from '../session/score.ts'
import type { Entry, SessionPlan } from '../session/session-plan.ts'

/** A class with the workout that was trained in it. */
export type ClassDone = {
  occurrenceId: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  workout: { id: string; name: string; version: number }
  plan: SessionPlan
}

export type SaidResult = {
  personId: string
  /** As `score.ts` keeps it; null takes it away. */
  score: number | null
  division: Division
  /** What the form showed. */
  was: number | null
}

/** The exercise whose heaviest set is the result of a workout with weights; null where none is lifted. */
export const mainLift = ({ entries }: SessionPlan): Entry | null =>
  entries.find(({ logType, warmup }) => !warmup && /^weight/.test(logType)) ?? null

/**
 * Writes results of a class into the logs of those who did it: there is no other place for them.
 * Who has no log of the class gets one, begun and ended with it; of a workout with weights the
 * result is a set of its main lift. `byName` is the coach, empty where people say it themselves:
 * their own word stands, and a coach's entry leaves it alone. Of two who enter one result the first
 * stands, and a log that is still open is left to its person. Answers whose was left alone. Again it
 * changes nothing.
 */
export async function keepResults(
  ctx: StudioContext & { actor: Actor },
  { occurrenceId, startsAt, endsAt, localStart, workout, plan }: ClassDone,
  said: readonly SaidResult[],
  byName: string,
): Promise<{ left: string[] }> {
  if (said.length === 0) return { left: [] }
  const { db, studio, now, nowMs } = ctx
  const lift = scoreKind(plan) === 'weight' ? mainLift(plan) : null
  const rows = JSON.stringify(
    await Promise.all(
      said.map(async (one) => ({
        ...one,
        id: await derivedId(studio.id, 'result', occurrenceId, workout.id, one.personId),
      })),
    ),
  )
  const people = said.map(({ personId }) => personId)
  const of = (name: string) => sql.raw(`one.value ->> '${name}'`)
  const theirs = sql`workout_logs.studio_id = ${studio.id}
    AND workout_logs.occurrence_id = ${occurrenceId} AND workout_logs.workout_id = ${workout.id}
    AND workout_logs.state <> 'discarded'`
  const mayChange = sql`${theirs} AND workout_logs.person_id = ${of('personId')}
    AND workout_logs.state IN ${overSql} AND workout_logs.score IS ${of('was')}
    ${byName ? sql`AND (workout_logs.by_name <> '' OR workout_logs.score IS NULL)` : sql``}`
  const logs = sql`SELECT workout_logs.id FROM workout_logs WHERE ${theirs}
    AND workout_logs.person_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO workout_logs (id, studio_id, person_id, name, state, workout_id, workout_version,
        occurrence_id, plan, started_at, local_start, time_zone, ended_at, input_at, by_name,
        created_at, updated_at)
      SELECT ${of('id')}, ${studio.id}, ${of('personId')}, ${workout.name}, 'finished',
        ${workout.id}, ${workout.version}, ${occurrenceId}, ${JSON.stringify(plan)}, ${startsAt},
        ${localStart}, ${studio.timeZone}, ${endsAt}, ${now}, ${byName}, ${now}, ${now}
      FROM json_each(${rows}) AS one
      WHERE ${of('score')} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM workout_logs
        WHERE ${theirs} AND workout_logs.person_id = ${of('personId')})
      ON CONFLICT DO NOTHING`),
    sets: lift
      ? db.run(sql`
          INSERT INTO workout_sets (studio_id, log_id, id, person_id, exercise_id, entry, n, type,
            grams, reps, done_at, changed_ms, device, removed)
          SELECT ${studio.id}, workout_logs.id, ${setIdOf(lift.id, 1)}, ${of('personId')},
            ${lift.exerciseId}, ${lift.id}, 1, 'normal', ${of('score')}, ${lift.target.reps ?? 1},
            workout_logs.started_at, ${nowMs}, 'desk', ${of('score')} IS NULL
          FROM json_each(${rows}) AS one JOIN workout_logs ON ${mayChange}
          WHERE 1
          ON CONFLICT (studio_id, log_id, id) DO UPDATE SET grams = excluded.grams,
            reps = excluded.reps, changed_ms = excluded.changed_ms, removed = excluded.removed
          WHERE workout_sets.device = 'desk'`)
      : null,
    say: db.run(sql`
      UPDATE workout_logs SET division = ${of('division')}, by_name = ${byName},
        updated_at = ${now} ${lift ? sql`` : sql`, score = ${of('score')}`}
      FROM json_each(${rows}) AS one WHERE ${mayChange}`),
    audit: auditStatement(
      ctx,
      {
        action: 'class.results_entered',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: {
          results: said.map(({ personId, was, score, division }) => [
            personId,
            was,
            score,
            division,
          ]),
        },
      },
      rightAfterChange,
    ),
    ...(lift
      ? {
          count: countSetsOfStatement(ctx, logs),
          ...Object.fromEntries(
            people.flatMap((personId, i) =>
              Object.entries(remakeBestsStatements(ctx, personId, [lift.exerciseId])).map(
                ([name, statement]) => [`${name}${i}`, statement],
              ),
            ),
          ),
        }
      : null),
    after: db.all<{ personId: string; score: number | null; division: Division }>(sql`
      SELECT person_id AS personId, score, division FROM workout_logs WHERE id IN (${logs})
      ORDER BY state IN ${overSql}`),
  })
  const stands = new Map(after.map((one) => [one.personId, one]))
  const asSaid = ({ personId, score, division }: SaidResult) => {
    const one = stands.get(personId)
    return (one?.score ?? null) === score && (score === null || one?.division === division)
  }
  return { left: said.filter((one) => !asSaid(one)).map(({ personId }) => personId) }
}
