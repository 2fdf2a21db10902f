import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { LogType } from '#app/domain/training/log-type.ts'
import {
  planOf,
  publishedWorkoutStatement,
} from '#app/domain/workouts/library/published-workouts.server.ts'
import { exercisesOf, type Plan } from '#app/domain/workouts/plan/plan.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDateTime } from '#app/values/zone.ts'
import { logStatement, planOfLog } from './log-queries.server.ts'
import { emptyPlan, type SessionPlan, toSessionPlan } from './session-plan.ts'

/** What a workout follows. */
export type Beginning =
  | { from: 'empty' }
  | { from: 'workout'; id: string; occurrenceId?: string | undefined }
  | { from: 'routine'; id: string }
  | { from: 'log'; id: string }

export type Begun = {
  name: string
  plan: SessionPlan
  workoutId?: string | undefined
  workoutVersion?: number | undefined
  occurrenceId?: string | undefined
  routineId?: string | undefined
  assignmentId?: string | undefined
  session?: string | undefined
}

export type StartResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'not_found' }
  /** One workout at a time: `id` is the one that is open. */
  | { ok: false; reason: 'one_open'; id: string }

/**
 * Begins a workout of the person. `key` comes with the form: sent again it is the same one. Refused:
 * a template that is not there for members, a routine or workout of somebody else, and while another
 * workout is open.
 */
export async function startWorkout(
  ctx: MemberContext,
  key: string,
  beginning: Beginning,
): Promise<StartResult> {
  const begun = await beginningOf(ctx, beginning)
  return begun ? beginLog(ctx, key, begun) : { ok: false, reason: 'not_found' }
}

async function beginningOf(ctx: MemberContext, beginning: Beginning): Promise<Begun | null> {
  const { db, studio, person } = ctx
  switch (beginning.from) {
    case 'empty':
      return { name: 'Free workout', plan: emptyPlan }
    case 'workout': {
      const [workout] = await publishedWorkoutStatement(ctx, beginning.id)
      if (!workout) return null
      const { id: workoutId, name, version: workoutVersion } = workout
      const plan = await sessionPlanOf(ctx, planOf(workout))
      return { name, plan, workoutId, workoutVersion, occurrenceId: beginning.occurrenceId }
    }
    case 'routine': {
      const [routine] = await db.all<{ name: string; plan: string }>(sql`
        SELECT name, plan FROM workout_routines
        WHERE studio_id = ${studio.id} AND id = ${beginning.id} AND person_id = ${person.id}`)
      return routine
        ? { name: routine.name, plan: planOfLog(routine), routineId: beginning.id }
        : null
    }
    case 'log': {
      const [log] = await logStatement(ctx, person.id, beginning.id)
      if (!log) return null
      const { name, workoutId, routineId } = log
      return {
        name,
        plan: planOfLog(log),
        workoutId: workoutId ?? undefined,
        routineId: routineId ?? undefined,
      }
    }
  }
}

/** A plan as it was understood, with what is logged of each of its exercises. */
export async function sessionPlanOf(ctx: StudioContext, plan: Plan): Promise<SessionPlan> {
  return toSessionPlan(
    plan,
    await logTypesOf(
      ctx,
      exercisesOf(plan).map((one) => one.exerciseId),
    ),
  )
}

/** What is logged of each of some exercises. */
export async function logTypesOf(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  exerciseIds: readonly string[],
): Promise<Map<string, LogType>> {
  const rows = await db.all<{ id: string; logType: LogType }>(sql`
    SELECT exercise.id, exercise.log_type AS logType
    FROM json_each(${JSON.stringify([...new Set(exerciseIds)])}) AS asked
    CROSS JOIN exercises AS exercise ON exercise.id = asked.value
    WHERE exercise.studio_id = ${studio.id}`)
  return new Map(rows.map(({ id, logType }) => [id, logType]))
}

/** A workout is one of its class from so many minutes before the class starts. */
const beforeClass = 60

/**
 * Begins what is worked out already, such as the session of a program; `guard` must hold. It is a
 * workout of the class it names only where the person has a place in it and it is about to start:
 * else it stands on no board of that class.
 */
export async function beginLog(
  ctx: MemberContext,
  key: string,
  begun: Begun,
  guard: SQL = sql`1`,
): Promise<StartResult> {
  const { db, studio, person, now } = ctx
  const { name, plan } = begun
  const { mine } = await batch(db, {
    begin: db.run(sql`
      INSERT INTO workout_logs (id, studio_id, person_id, name, state, workout_id, workout_version,
        occurrence_id, routine_id, assignment_id, session, plan, started_at, local_start, time_zone,
        input_at, created_at, updated_at)
      SELECT ${key}, ${studio.id}, ${person.id}, ${name}, 'in_progress', ${begun.workoutId ?? null},
        ${begun.workoutVersion ?? null}, (SELECT o.id FROM occurrences AS o
          JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
          WHERE o.studio_id = ${studio.id} AND o.id = ${begun.occurrenceId ?? ''}
            AND o.starts_at <= ${addMinutes(now, beforeClass)} AND b.person_id = ${person.id}
            AND ${seatedSql('b')}), ${begun.routineId ?? null},
        ${begun.assignmentId ?? null}, ${begun.session ?? ''}, ${JSON.stringify(plan)}, ${now},
        ${localDateTime(now, studio.timeZone)}, ${studio.timeZone}, ${now}, ${now}, ${now}
      WHERE ${guard}
      ON CONFLICT DO NOTHING`),
    mine: db.all<{ id: string; open: number }>(sql`
      SELECT id, ended_at IS NULL AS open FROM workout_logs
      WHERE studio_id = ${studio.id} AND person_id = ${person.id}
        AND (id = ${key} OR ended_at IS NULL) ORDER BY id = ${key} DESC`),
  })
  const [found] = mine
  if (!found) return { ok: false, reason: 'not_found' }
  return found.id === key ? { ok: true, id: key } : { ok: false, reason: 'one_open', id: found.id }
}
