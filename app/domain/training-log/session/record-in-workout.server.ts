import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { addMinutes, type Instant, instantToMs, parseInstant } from '#app/values/instant.ts'
import {
  addBestsStatement,
  countSetsStatement,
  remakeBestsStatements,
} from '../bests/best-statements.server.ts'
import {
  type LogRow,
  logStatement,
  planOfLog,
  type SetRow,
  setsStatement,
} from './log-queries.server.ts'
import { isOver, type LogState, transitions } from './log-state.ts'
import { problemOfSet } from './logged-set.ts'
import type { SaidOfWorkout, SaidSet } from './said-of-workout.ts'
import { withinCap } from './score.ts'
import { mostSetsOfEntry, unlisted } from './session-plan.ts'

export type RecordResult =
  | {
      ok: true
      log: LogRow
      sets: SetRow[]
      /** Sets that cannot be meant, with the sentence; the others are kept. */
      refused: { id: string; why: string }[]
    }
  | { ok: false; reason: 'not_found' }
  /** It is discarded: nothing was written. */
  | { ok: false; reason: 'discarded' }
  /** The act leads nowhere from where the workout stands, or another one is open. */
  | { ok: false; reason: 'not_now'; state: LogState }

/** A device's clock may be ahead by so many minutes. */
const clockAhead = 5

/**
 * Writes down what a device says of a workout, in one batch: sets under their ids, so that a
 * sending that comes twice counts once; of two that say one set differently the later writer stands
 * and what the other said is kept beside it. Then the plan as it was rearranged, the rest, and what
 * is done with the workout (SM-WORK). Bests and sums follow where it is over. Edits after the end
 * leave a line of the audit. Sets of an exercise of another studio are refused, in the plan it stays a
 * name. A clock of a device that is ahead, or far behind, is not believed, and a time beyond the cap
 * is who reached it. `byName` is the coach who
 * writes it down for the person; what the person says themselves is their own again.
 */
export async function recordInWorkout(
  ctx: MemberContext,
  logId: string,
  said: SaidOfWorkout,
  byName = '',
): Promise<RecordResult> {
  const { db, studio, person } = ctx
  const found = await batch(db, {
    log: logStatement(ctx, person.id, logId),
    later: db.all(sql`
      SELECT 1 FROM workout_logs AS other JOIN workout_logs AS this ON this.id = ${logId}
      WHERE other.studio_id = ${studio.id} AND other.person_id = ${person.id}
        AND other.state IN ('finished', 'auto_closed') AND other.local_start > this.local_start
        AND this.studio_id = ${studio.id} LIMIT 1`),
    exercises: db.all<{ exerciseId: string }>(sql`
      SELECT DISTINCT exercise_id AS exerciseId FROM workout_sets
      WHERE studio_id = ${studio.id} AND log_id = ${logId}`),
    strange: strangeExercises(ctx, said),
  })
  const [log] = found.log
  if (!log) return { ok: false, reason: 'not_found' }
  const act = said.act && transitions[said.act]
  if (log.state === 'discarded' && said.act !== 'restore' && said.act !== 'discard')
    return { ok: false, reason: 'discarded' }
  const leads = act?.from.includes(log.state) ?? false
  if (act && !leads && log.state !== act.to && !(isOver(log.state) && isOver(act.to)))
    return { ok: false, reason: 'not_now', state: log.state }

  const strange = new Set(found.strange.map(({ id }) => id))
  const refused = said.sets.flatMap((set) => {
    const why =
      (strange.has(set.exerciseId) && 'Choose an exercise of this studio.') ||
      (set.n > mostSetsOfEntry && `An exercise has at most ${mostSetsOfEntry} sets.`) ||
      problemOfSet(set)
    return why ? [{ id: set.id, why }] : []
  })
  const wrong = new Set(refused.map(({ id }) => id))
  const sets = said.sets.filter(({ id }) => !wrong.has(id)).map((set) => believed(ctx, log, set))
  const after = leads && act ? act.to : log.state
  const score =
    typeof said.score === 'number'
      ? withinCap(said.plan?.is ?? planOfLog(log), said.score)
      : said.score
  const exercises = sets.map(({ exerciseId }) => exerciseId)
  const edits = isOver(log.state) && sets.length > 0
  // What counted no longer does, or was not the newest when it came to count.
  const anew = (leads && isOver(log.state)) || found.later.length > 0 || said.act === 'restore'
  const answer = await batch(db, {
    // Before the sets are written: what comes again with nothing new in it is no edit.
    edited:
      edits && log.state === 'finished'
        ? auditStatement(
            ctx,
            {
              action: 'workout_log.edited',
              subjectKind: 'workout_log',
              subjectId: logId,
              detail: { sets: sets.map(({ id }) => id).slice(0, 100) },
            },
            changesSomethingSql(ctx, logId, sets),
          )
        : null,
    scored:
      isOver(log.state) && score !== undefined && score !== log.score
        ? auditStatement(ctx, {
            action: 'workout_log.result_changed',
            subjectKind: 'workout_log',
            subjectId: logId,
            detail: { from: log.score, to: score },
          })
        : null,
    ...setStatements(ctx, log, sets, said.device),
    ...logStatements(
      ctx,
      log,
      { ...said, score, plan: ownPlan(said.plan, strange), byName },
      leads,
    ),
    ...(leads || edits
      ? {
          count: countSetsStatement(ctx, logId),
          ...(edits || anew
            ? remakeBestsStatements(ctx, person.id, exercisesOfLog(found.exercises, exercises))
            : { bests: isOver(after) ? addBestsStatement(ctx, person.id, logId) : null }),
        }
      : null),
    log: logStatement(ctx, person.id, logId),
    sets: setsStatement(ctx, person.id, logId),
  })
  const stands = answer.log[0]!
  if (act && leads && stands.state !== act.to)
    return { ok: false, reason: 'not_now', state: stands.state }
  return { ok: true, log: stands, sets: answer.sets, refused }
}

/** Which of the exercises that a device names are another studio's. */
const strangeExercises = ({ db, studio }: MemberContext, { sets, plan }: SaidOfWorkout) => {
  const named = [...sets, ...(plan?.is.entries ?? [])].map(({ exerciseId }) => exerciseId)
  return db.all<{ id: string }>(sql`
    SELECT id FROM exercises WHERE studio_id <> ${studio.id}
      AND id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(named)])}))`)
}

function ownPlan(plan: SaidOfWorkout['plan'], strange: ReadonlySet<string>): SaidOfWorkout['plan'] {
  if (!plan || strange.size === 0) return plan
  const entries = plan.is.entries.map((one) =>
    strange.has(one.exerciseId) ? { ...one, exerciseId: unlisted(one.name) } : one,
  )
  return { ...plan, is: { ...plan.is, entries } }
}

const exercisesOfLog = (
  logged: readonly { exerciseId: string }[],
  more: readonly string[],
): string[] => [...logged.map(({ exerciseId }) => exerciseId), ...more]

/** A set with its moments inside what can have been: after the start of the workout, before now. */
function believed({ now, nowMs }: MemberContext, { startedAt }: LogRow, set: SaidSet): SaidSet {
  const latest = addMinutes(now, clockAhead)
  const said = parseInstant(set.doneAt) ?? now
  const past = said > latest ? now : said
  const doneAt = past < startedAt ? startedAt : past
  const most = Math.max(nowMs, instantToMs(latest)) + 86_400_000
  return { ...set, doneAt, changedMs: Math.min(set.changedMs, most) }
}

/** A value of a set as it was said, of rows of `json_each` called `one`. */
const of = (name: string) => sql.raw(`one.value ->> '${name}'`)

/** Whether a set that was said, `one`, says another thing than the one that is kept, `s`. */
const differsSql = sql`(s.grams, s.reps, s.seconds, s.metres, s.type, s.rpe, s.removed) IS NOT (
  ${of('grams')}, ${of('reps')}, ${of('seconds')}, ${of('metres')}, ${of('type')}, ${of('rpe')},
  ${of('removed')})`

/** Whether any of the sets is new, or a later word that says another thing. */
const changesSomethingSql = (
  { studio }: MemberContext,
  logId: string,
  sets: readonly SaidSet[],
) => sql`EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(sets)}) AS one
  LEFT JOIN workout_sets AS s
    ON s.studio_id = ${studio.id} AND s.log_id = ${logId} AND s.id = ${of('id')}
  WHERE s.id IS NULL OR ${of('changedMs')} > s.changed_ms AND ${differsSql})`

function setStatements(
  { db, studio, person, now }: MemberContext,
  { id: logId }: LogRow,
  sets: readonly SaidSet[],
  device: string,
) {
  if (sets.length === 0) return null
  const rows = JSON.stringify(sets)
  const said = sql`json_each(${rows}) AS one`
  const here = sql`s.studio_id = ${studio.id} AND s.log_id = ${logId}`
  return {
    // The set that loses is kept, under an id that a second sending has again.
    kept: db.run(sql`
      INSERT INTO workout_set_edits (id, studio_id, person_id, log_id, set_id, before, device, at)
      SELECT iif(wins, logId || ':' || setId || ':' || oldMs || ':' || oldDevice,
          logId || ':' || setId || ':' || newMs || ':' || ${device}),
        ${studio.id}, ${person.id}, logId, setId, iif(wins, old, new),
        iif(wins, oldDevice, ${device}), ${now}
      FROM (
        SELECT s.log_id AS logId, s.id AS setId, s.changed_ms AS oldMs, s.device AS oldDevice,
          ${of('changedMs')} AS newMs, ${of('changedMs')} > s.changed_ms AS wins,
          json_object('grams', s.grams, 'reps', s.reps, 'seconds', s.seconds, 'metres', s.metres,
            'type', s.type, 'rpe', s.rpe, 'removed', s.removed) AS old,
          json_object('grams', ${of('grams')}, 'reps', ${of('reps')}, 'seconds', ${of('seconds')},
            'metres', ${of('metres')}, 'type', ${of('type')}, 'rpe', ${of('rpe')}, 'removed',
            ${of('removed')}) AS new
        FROM ${said} JOIN workout_sets AS s ON ${here} AND s.id = ${of('id')}
        WHERE ${differsSql} AND (${of('changedMs')} > s.changed_ms OR s.device <> ${device}))
      WHERE 1 ON CONFLICT DO NOTHING`),
    written: db.run(sql`
      INSERT INTO workout_sets (studio_id, log_id, id, person_id, exercise_id, entry, n, type, side,
        grams, reps, seconds, metres, rpe, rir, done_at, changed_ms, device, removed)
      SELECT ${studio.id}, ${logId}, ${of('id')}, ${person.id}, ${of('exerciseId')},
        ${of('entry')}, ${of('n')}, ${of('type')}, ${of('side')}, ${of('grams')}, ${of('reps')},
        ${of('seconds')}, ${of('metres')}, ${of('rpe')}, ${of('rir')}, ${of('doneAt')},
        ${of('changedMs')}, ${device}, ${of('removed')}
      FROM ${said} WHERE 1
      ON CONFLICT (studio_id, log_id, id) DO UPDATE SET
        exercise_id = excluded.exercise_id, type = excluded.type, side = excluded.side,
        grams = excluded.grams, reps = excluded.reps, seconds = excluded.seconds,
        metres = excluded.metres, rpe = excluded.rpe, rir = excluded.rir,
        changed_ms = excluded.changed_ms, device = excluded.device, removed = excluded.removed
      WHERE excluded.changed_ms > workout_sets.changed_ms`),
  }
}

function logStatements(
  { db, studio, now }: MemberContext,
  log: LogRow,
  said: SaidOfWorkout & { byName: string },
  leads: boolean,
) {
  const { plan, rest, act, at, note, effort, score, division, sets, byName } = said
  const to = act && leads ? transitions[act].to : null
  const ended = to === 'in_progress' || to === 'paused' ? null : endOf(log, at, now)
  return {
    moved: db.run(sql`
      UPDATE OR IGNORE workout_logs SET input_at = ${now}, updated_at = ${now}
        ${
          plan
            ? sql`, plan = iif(plan_ms < ${plan.ms}, ${JSON.stringify(plan.is)}, plan),
          plan_ms = max(plan_ms, ${plan.ms})`
            : sql``
        }
        ${
          rest
            ? sql`, rest_until = ${rest.until && parseInstant(rest.until)},
          rest_seconds = ${rest.seconds}`
            : sql``
        }
        ${note === undefined ? sql`` : sql`, note = ${note}`}
        ${effort === undefined ? sql`` : sql`, effort = ${effort}`}
        ${score === undefined ? sql`` : sql`, score = ${score}`}
        ${score === undefined && sets.length === 0 ? sql`` : sql`, by_name = ${byName}`}
        ${division === undefined ? sql`` : sql`, division = ${division}`}
        ${to ? sql`, state = ${to}, ended_at = ${ended}` : sql``}
      WHERE studio_id = ${studio.id} AND id = ${log.id} AND state = ${log.state}`),
  }
}

/** When it ended: as the device says, between its start and now. */
function endOf({ startedAt }: LogRow, at: string | undefined, now: Instant): Instant {
  const said = (at && parseInstant(at)) || now
  if (said > now) return now
  return said < startedAt ? startedAt : said
}
