/** Boards of results: the form of a class, the screen of a room, and the page of members. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import type { LogType } from '#app/domain/training/log-type.ts'
import {
  type BoardScope,
  boardStatements,
  ownResultsStatement,
  toBoard,
} from '#app/domain/training-log/board/board-queries.server.ts'
import {
  classDoneStatement,
  toClassDone,
} from '#app/domain/training-log/board/class-done.server.ts'
import { mainLift } from '#app/domain/training-log/board/keep-results.server.ts'
import { capOf, type Division, scoreKind } from '#app/domain/training-log/session/score.ts'
import { toSessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import type { Plan } from '#app/domain/workouts/plan/plan.ts'
import { blockWords, exerciseWords } from '#app/domain/workouts/plan/plan-words.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayLong, dayShortTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { PageViewer } from './workout-home-page.server.ts'

export type PersonInClass = {
  personId: string
  name: string
  agreed: number
  score: number | null
  division: Division | null
  /** Of who has a log of the class: the coach who wrote it down, or empty for their own. */
  byName: string | null
  shared: number
}

/**
 * The results of a class at the desk: who was in it with what stands in their log, and what may be
 * entered. Null for none of this studio's. Two trips.
 */
export async function classResultsPage(ctx: StudioContext, occurrenceId: string) {
  const { db, studio } = ctx
  const { found, people } = await batch(db, {
    found: classDoneStatement(ctx, occurrenceId),
    people: db.all<PersonInClass>(sql`
      SELECT person.id AS personId, person.name,
        ${consentedSql({ channel: 'any', purpose: 'boards' })} AS agreed,
        log.score, log.division, log.by_name AS byName, log.shared_at IS NOT NULL AS shared
      FROM bookings AS b JOIN people AS person ON person.id = b.person_id
      LEFT JOIN class_workouts AS planned ON planned.studio_id = b.studio_id
        AND planned.occurrence_id = b.occurrence_id
      LEFT JOIN workout_logs AS log ON log.studio_id = b.studio_id
        AND log.occurrence_id = b.occurrence_id AND log.person_id = b.person_id
        AND +log.workout_id = planned.workout_id
        AND log.state <> 'discarded'
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND ${seatedSql('b')}
      GROUP BY person.id ORDER BY person.name, person.id LIMIT 200`),
  })
  const [row] = found
  if (!row) return null
  const done = await toClassDone(ctx, row)
  const kind = done && scoreKind(done.plan)
  const lift = done && mainLift(done.plan)
  return {
    title: row.title,
    localStart: row.localStart,
    state: row.state,
    done,
    people,
    kind,
    lift: kind === 'weight' ? (lift?.name ?? null) : null,
    /** Nothing of it can be ranked. */
    unscored: kind === 'weight' && !lift,
    cap: done && capOf(done.plan),
    unit: weightUnitOf(studio),
    begun: row.startsAt <= ctx.now && ['scheduled', 'reconciled'].includes(row.state),
  }
}

type ScreenRow = { name: string; plan: string; notes: string; benchmark: number }

const workoutStatement = ({ db, studio }: StudioContext, workoutId: string) =>
  db.all<ScreenRow & { publishAt: Instant | null; state: string }>(sql`
    SELECT workout.name, workout.benchmark, said.plan, said.notes, workout.state,
      workout.publish_at AS publishAt
    FROM workouts AS workout JOIN workout_versions AS said ON said.studio_id = workout.studio_id
      AND said.workout_id = workout.id AND said.version = workout.version
    WHERE workout.studio_id = ${studio.id} AND workout.id = ${workoutId}`)

/** What is logged of each exercise of a workout. */
const logTypesStatement = ({ db, studio }: StudioContext, workoutId: string) =>
  db.all<{ id: string; logType: LogType }>(sql`
    SELECT exercise.id, exercise.log_type AS logType
    FROM workouts AS workout JOIN workout_versions AS said ON said.studio_id = workout.studio_id
      AND said.workout_id = workout.id AND said.version = workout.version
    CROSS JOIN json_each(said.plan, '$.blocks') AS block
    CROSS JOIN json_each(block.value, '$.exercises') AS one
    CROSS JOIN exercises AS exercise ON exercise.id = one.value ->> 'exerciseId'
    WHERE workout.studio_id = ${studio.id} AND workout.id = ${workoutId}
      AND exercise.studio_id = ${studio.id}`)

const titleStatement = ({ db, studio }: StudioContext, scope: BoardScope) =>
  db.all<{ title: string; localStart: string; startsAt: Instant }>(sql`
    SELECT type.name AS title, o.local_start AS localStart, o.starts_at AS startsAt
    FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
    WHERE o.studio_id = ${studio.id}
      AND o.id = ${typeof scope === 'object' && 'occurrenceId' in scope ? scope.occurrenceId : ''}`)

/** What the results are of: a class, a day, or all time. */
function scopeWords(
  { studio }: StudioContext,
  scope: BoardScope,
  of: { title: string; localStart: string } | undefined,
): string {
  if (scope === 'ever') return 'All time'
  if ('day' in scope) return dayLong(scope.day, studio.locale)
  return of ? `${of.title}, ${dayShortTime(of.localStart, studio.locale)}` : ''
}

/**
 * A workout and its board for a screen that everybody in the room reads: nobody who did not agree is
 * on it. Null for none of this studio's, of the workout or of the class. One trip.
 */
export async function screenPage(ctx: StudioContext, workoutId: string, scope: BoardScope) {
  const { workout, title, ...answer } = await batch(ctx.db, {
    workout: workoutStatement(ctx, workoutId),
    title: titleStatement(ctx, scope),
    ...boardStatements(ctx, workoutId, scope),
  })
  const [found] = workout
  const of = scopeWords(ctx, scope, title[0])
  if (!found || of === '') return null
  const unit = weightUnitOf(ctx.studio)
  const plan = JSON.parse(found.plan) as Plan
  return {
    name: found.name,
    notes: found.notes,
    of,
    blocks: plan.blocks.map((block, i) => {
      const head = blockWords(block)
      return {
        key: i,
        name: head ? [head.name, head.rest].filter(Boolean).join(', ') : '',
        items: block.exercises.map((one, n) => ({
          key: n,
          name: one.name || one.typed,
          what: exerciseWords(one, unit),
        })),
      }
    }),
    board: toBoard(answer, scoreKind(plan), unit),
  }
}

/**
 * A workout's board as members read it, with their own results over time; one's own stands there
 * also without a yes, for oneself alone. Null where members see no such workout or class. One trip.
 */
export async function memberBoardPage(
  ctx: MemberContext,
  viewer: PageViewer,
  workoutId: string,
  scope: BoardScope,
) {
  const { studio, now } = ctx
  const { personId } = viewer
  const occurrenceId = typeof scope === 'object' && 'occurrenceId' in scope && scope.occurrenceId
  const {
    workout,
    logTypes,
    title,
    own,
    mine,
    agreed,
    unit: unitRow,
    unread,
    ...answer
  } = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, personId),
    workout: workoutStatement(ctx, workoutId),
    logTypes: logTypesStatement(ctx, workoutId),
    title: titleStatement(ctx, scope),
    own: ownResultsStatement(ctx, personId, workoutId, scope),
    mine: ctx.db.all(sql`
        SELECT 1 FROM bookings AS b WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
          AND b.occurrence_id = ${occurrenceId || ''} AND b.state IN ('attended', 'checked_in')`),
    agreed: ctx.db.all<{ agreed: number }>(sql`
        SELECT ${consentedSql({ channel: 'any', purpose: 'boards' })} AS agreed
        FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
    ...boardStatements(ctx, workoutId, scope),
  })
  const [found] = workout
  const of = scopeWords(ctx, scope, title[0])
  const seen = found?.state === 'published' && (found.publishAt ?? '9') <= now
  if (!seen || of === '') return null
  const unit = unitRow[0]?.weightUnit || weightUnitOf(studio)
  const plan = JSON.parse(found.plan) as Plan
  const kind = scoreKind(plan)
  const types = new Map(logTypes.map((one) => [one.id, one.logType]))
  const scored = kind !== 'weight' || mainLift(toSessionPlan(plan, types)) !== null
  return {
    shell: toShell({ unread }, viewer),
    name: found.name,
    of,
    kind,
    unit,
    own,
    cap: capOf(plan),
    benchmark: found.benchmark === 1,
    agreed: agreed[0]?.agreed === 1,
    /** They were in the class and it has a result, which needs no workout logged set by set. */
    attended: scored && mine.length > 0 && (title[0]?.startsAt ?? '9') <= now,
    today: localDate(now, studio.timeZone),
    board: toBoard(answer, kind, unit),
  }
}
