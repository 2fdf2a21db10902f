import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { plainWeight } from './done-words.ts'
import { logStatement, planOfLog, setsStatement, toLoggedSet } from './log-queries.server.ts'
import { type LoggedSet, nothingDone, setIdOf } from './logged-set.ts'
import { logged } from './next-set.ts'
import { readDone } from './read-done.ts'
import { recordInWorkout } from './record-in-workout.server.ts'
import { saidOfWorkout, setsAtOnce } from './said-of-workout.ts'

export type ChangeSetsResult =
  | { ok: true; changed: number }
  | { ok: false; reason: 'not_found' | 'wrong'; why: string }

/**
 * Puts the sets of a workout right, as a form says them (`e2.s3.reps`), in the person's unit. A row
 * that is empty takes its set away, a row that is filled in adds one, and what is as it was stays.
 * Refused with the exercise named: what is no number, and what cannot be meant.
 */
export async function changeSets(
  ctx: MemberContext,
  logId: string,
  said: Readonly<Record<string, string>>,
): Promise<ChangeSetsResult> {
  const { person, nowMs } = ctx
  const found = await batch(ctx.db, {
    unit: weightUnitStatement(ctx, person.id),
    log: logStatement(ctx, person.id, logId),
    sets: setsStatement(ctx, person.id, logId),
  })
  const [log] = found.log
  if (!log) return { ok: false, reason: 'not_found', why: '' }
  const unit = found.unit[0]?.weightUnit || weightUnitOf(ctx.studio)
  const sets = found.sets.map(toLoggedSet)
  const changes: LoggedSet[] = []
  for (const entry of planOfLog(log).entries) {
    const parts = logged[entry.logType]
    for (let n = 1; n <= 60; n += 1) {
      const typed = parts.map((part) => said[`${entry.id}.s${n}.${part}`]?.trim())
      if (typed.every((text) => text === undefined)) continue
      const stands = sets.find((set) => set.entry === entry.id && set.n === n && !set.removed)
      const empty = typed.every((text) => !text)
      if (empty && !stands) continue
      const base: LoggedSet = stands ?? {
        id: setIdOf(entry.id, n),
        exerciseId: entry.exerciseId,
        entry: entry.id,
        n,
        type: 'normal',
        side: '',
        ...nothingDone,
        rpe: null,
        rir: null,
        doneAt: log.startedAt,
        changedMs: nowMs,
        removed: false,
      }
      const changedMs = Math.max(nowMs, base.changedMs + 1)
      if (empty) {
        changes.push({ ...base, removed: true, changedMs })
        continue
      }
      const field = (part: (typeof parts)[number]) => said[`${entry.id}.s${n}.${part}`] ?? ''
      const read = readDone(
        entry.logType,
        {
          weight: field('grams'),
          reps: field('reps'),
          time: field('seconds'),
          distance: field('metres'),
        },
        unit,
      )
      if (!read.ok)
        return { ok: false, reason: 'wrong', why: `${entry.name}, set ${n}: ${read.why}` }
      // Pounds that nobody touched stay the grams they were.
      const same = stands?.grams && field('grams') === plainWeight(stands.grams, unit)
      const typedParts = Object.fromEntries(parts.map((part) => [part, read.done[part]]))
      // What its kind does not show stays, such as the weight of a hold.
      const done = { ...base, ...typedParts, ...(same ? { grams: stands.grams } : {}) }
      const differs = parts.some((part) => done[part] !== base[part])
      if (differs || !stands) changes.push({ ...done, removed: false, changedMs })
    }
  }
  for (let from = 0; from < changes.length; from += setsAtOnce)
    await recordInWorkout(
      ctx,
      logId,
      saidOfWorkout.parse({ device: 'form', sets: changes.slice(from, from + setsAtOnce) }),
    )
  return { ok: true, changed: changes.length }
}
