import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { instantToMs } from '#app/values/instant.ts'
import {
  countSetsOfStatement,
  overSql,
  remakeBestsStatements,
} from '../bests/best-statements.server.ts'
import { setIdOf } from '../session/logged-set.ts'
import { type SessionPlan, unlisted } from '../session/session-plan.ts'
import { logTypesOf } from '../session/start-workout.server.ts'
import { entryIdOf } from './check-log-file.server.ts'
import {
  findLogImport,
  importDevice,
  type LogImport,
  logImportStatement,
  toLogImport,
} from './log-import-queries.server.ts'
import type { ImportedExercise } from './log-import-view.ts'
import type { FileEntry, FileWorkout } from './read-log-file.ts'

/** Sets of one statement; a single workout may have more. */
const setsAtOnce = 1_000

/** Exercises whose bests one step rebuilds. */
const exercisesAtOnce = 40

export type KeepLogImportResult = { ok: true } | { ok: false; reason: 'not_found' }

/**
 * Brings a checked file into the log. `picks` says by place which of the studio's exercises one of
 * the file is, empty for its own name; what was not offered is no answer. A workout that is there
 * (source, start and title) gets the sets it has no row of and is not touched otherwise, so the same
 * file again changes nothing, and a set that was taken away stays away. Bests are rebuilt. Goes on
 * where it stopped: pressed again, or by the job.
 */
export async function keepLogImport(
  ctx: MemberContext,
  importId: string,
  picks: ReadonlyMap<number, string>,
): Promise<KeepLogImportResult> {
  const { db, studio, person, now } = ctx
  const file = await findLogImport(ctx, importId)
  if (!file || file.state === 'undoing' || file.state === 'undone')
    return { ok: false, reason: 'not_found' }
  const exercises = file.exercises.map((one, at): ImportedExercise => {
    const said = picks.get(at)
    const offered = said === '' || one.candidates.some(({ id }) => id === said)
    return said !== undefined && offered && !one.sure ? { ...one, picked: said } : one
  })
  await batch(db, {
    begin: db.run(sql`
      UPDATE log_imports SET state = 'keeping', exercises = ${JSON.stringify(exercises)},
        kept_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${importId} AND person_id = ${person.id}
        AND state = 'checked'`),
    audit: auditStatement(
      ctx,
      {
        action: 'workout_log.imported',
        subjectKind: 'log_import',
        subjectId: importId,
        detail: { source: file.source, workouts: file.found.fresh },
      },
      rightAfterChange,
    ),
  })
  const [begun] = await logImportStatement(ctx, person.id, importId)
  if (begun?.state === 'keeping') {
    const going = toLogImport(begun)
    while (await keepNextPart(ctx, going));
    await finishKeeping(ctx, going)
  }
  return { ok: true }
}

/** Brings the next part of a file that is being kept into the log. False where there is none. */
export async function keepNextPart(ctx: StudioContext, file: LogImport): Promise<boolean> {
  const { db, studio } = ctx
  const [part] = await db.all<{ n: number; workouts: string }>(sql`
    SELECT n, workouts FROM log_import_parts
    WHERE studio_id = ${studio.id} AND import_id = ${file.id} ORDER BY n LIMIT 1`)
  if (!part) return false
  const workouts = JSON.parse(part.workouts) as FileWorkout[]
  const known = await namesOf(ctx, file.exercises)
  const logs = await Promise.all(
    workouts.map(async ({ entries, ...one }) => ({
      ...one,
      id: await derivedId('log-import', studio.id, file.personId, file.source, one.key),
      plan: JSON.stringify(planOf(entries, known)),
    })),
  )
  const device = importDevice(file.id)
  const sets = workouts.flatMap(({ key, startedAt, entries }) =>
    entries.flatMap(({ exercise, sets }, at) =>
      sets.map((set) => ({
        ...set,
        key,
        id: setIdOf(entryIdOf(at), set.n),
        entry: entryIdOf(at),
        exerciseId: known[exercise]!.id,
        startedAt,
      })),
    ),
  )
  // Somebody's own word beats a file's: as early as the workout is.
  const of = (name: string) => sql.raw(`one.value ->> '${name}'`)
  const mine = sql`log.studio_id = ${studio.id} AND log.person_id = ${file.personId}
    AND log.source = ${file.source}`
  const keptAt = file.keptAt ?? ctx.now
  // Another press may have kept the part meanwhile, and even undone the file.
  const waits = sql`EXISTS (SELECT 1 FROM log_import_parts WHERE studio_id = ${studio.id}
    AND import_id = ${file.id} AND n = ${part.n})`
  const setsStatement = (some: typeof sets) =>
    db.run(sql`
      INSERT INTO workout_sets (studio_id, log_id, id, person_id, exercise_id, entry, n, type, grams,
        reps, seconds, metres, rpe, done_at, changed_ms, device)
      SELECT log.studio_id, log.id, ${of('id')}, log.person_id, ${of('exerciseId')}, ${of('entry')},
        ${of('n')}, ${of('type')}, ${of('grams')}, ${of('reps')}, ${of('seconds')},
        ${of('metres')}, ${of('rpe')}, ${of('startedAt')}, ${instantToMs(keptAt)}, ${device}
      FROM json_each(${JSON.stringify(some)}) AS one
      CROSS JOIN workout_logs AS log ON ${mine} AND log.source_key = ${of('key')}
        AND log.state IN ${overSql}
      WHERE ${waits} ON CONFLICT DO NOTHING`)
  const steps = Array.from({ length: Math.ceil(sets.length / setsAtOnce) }, (_, i) => [
    `sets${i}`,
    setsStatement(sets.slice(i * setsAtOnce, (i + 1) * setsAtOnce)),
  ])
  await batch(db, {
    logs: db.run(sql`
      INSERT INTO workout_logs (id, studio_id, person_id, name, state, plan, started_at, local_start,
        time_zone, ended_at, input_at, note, source, source_key, import_id, created_at, updated_at)
      SELECT ${of('id')}, ${studio.id}, ${file.personId}, ${of('name')}, 'finished', ${of('plan')},
        ${of('startedAt')}, ${of('localStart')}, ${studio.timeZone}, ${of('endedAt')},
        ${of('endedAt')}, ${of('note')}, ${file.source}, ${of('key')}, ${file.id}, ${keptAt},
        ${keptAt}
      FROM json_each(${JSON.stringify(logs)}) AS one
      WHERE NOT EXISTS (SELECT 1 FROM workout_logs AS log
        WHERE ${mine} AND log.source_key = ${of('key')}) AND ${waits}
      ON CONFLICT DO NOTHING`),
    ...Object.fromEntries(steps),
    count: countSetsOfStatement(
      ctx,
      sql`SELECT log.id FROM json_each(${JSON.stringify(logs.map(({ key }) => key))}) AS one
        CROSS JOIN workout_logs AS log ON ${mine} AND log.source_key = one.value`,
    ),
    done: db.run(sql`
      DELETE FROM log_import_parts
      WHERE studio_id = ${studio.id} AND import_id = ${file.id} AND n = ${part.n}`),
  })
  return true
}

/** Recounts the bests of the file's exercises, then marks the file as kept. */
export async function finishKeeping(ctx: StudioContext, file: LogImport): Promise<void> {
  const { db, studio } = ctx
  await remakeBestsOf(ctx, file)
  await db.run(sql`
    UPDATE log_imports SET state = 'kept'
    WHERE studio_id = ${studio.id} AND id = ${file.id} AND state = 'keeping'
      AND NOT EXISTS (SELECT 1 FROM log_import_parts
        WHERE studio_id = ${studio.id} AND import_id = ${file.id})`)
}

/** Bests of every exercise of a file out of all there is in the log. */
export async function remakeBestsOf(ctx: StudioContext, file: LogImport): Promise<void> {
  const ids = [...new Set(file.exercises.map(idOf))]
  for (let from = 0; from < ids.length; from += exercisesAtOnce)
    await batch(
      ctx.db,
      remakeBestsStatements(ctx, file.personId, ids.slice(from, from + exercisesAtOnce)),
    )
}

const idOf = ({ picked, name }: ImportedExercise) => picked || unlisted(name)

type Named = Pick<SessionPlan['entries'][number], 'name' | 'logType'> & { id: string }

/** Each exercise of a file as the log knows it; one that the studio no longer has by its own name. */
async function namesOf(
  ctx: StudioContext,
  exercises: readonly ImportedExercise[],
): Promise<Named[]> {
  const types = await logTypesOf(
    ctx,
    exercises.map(({ picked }) => picked),
  )
  return exercises.map((one): Named => {
    const logType = types.get(one.picked)
    const meant = one.candidates.find(({ id }) => id === one.picked)
    return logType && meant
      ? { id: one.picked, name: meant.name, logType }
      : { id: unlisted(one.name), name: one.name, logType: one.logType }
  })
}

/** The plan of a workout that is over: what was done of each exercise, supersets together. */
function planOf(entries: readonly FileEntry[], known: readonly Named[]): SessionPlan {
  const plan: SessionPlan = { blocks: [], entries: [] }
  const supersets = new Map<string, number>()
  entries.forEach(({ exercise, superset, sets }, at) => {
    if (sets.length === 0) return
    const block = supersets.get(superset) ?? plan.blocks.length
    if (superset !== '') supersets.set(superset, block)
    const kind = superset === '' ? 'straight' : 'superset'
    plan.blocks[block] ??= { kind, rounds: 1, seconds: null, work: null, pause: null }
    const { id: exerciseId, name, logType } = known[exercise]!
    plan.entries.push({
      id: entryIdOf(at),
      block,
      exerciseId,
      name,
      logType,
      target: {},
      rest: null,
      sets: Math.max(...sets.map(({ n }) => n)),
      eachSide: false,
      warmup: sets.every(({ type }) => type === 'warmup'),
    })
  })
  return plan
}
