import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { addSeconds } from './add-seconds.ts'
import { logStatement, planOfLog, setsStatement, toLoggedSet } from './log-queries.server.ts'
import { setIdOf } from './logged-set.ts'
import { restAfter } from './next-set.ts'
import { readDone } from './read-done.ts'
import { recordInWorkout } from './record-in-workout.server.ts'
import { saidOfWorkout } from './said-of-workout.ts'
import type { TypedSetForm } from './typed-set-form.ts'

export type LogTypedSetResult =
  | { ok: true }
  | { ok: false; reason: 'not_found'; why: string }
  | { ok: false; reason: 'wrong' | 'over'; why: string }

/**
 * Logs a set as it was typed in a form, in the person's unit, and begins the rest behind it.
 * `byName` is the coach who types it for them.
 */
export async function logTypedSet(
  ctx: MemberContext,
  logId: string,
  typed: TypedSetForm,
  byName = '',
): Promise<LogTypedSetResult> {
  const found = await batch(ctx.db, {
    unit: weightUnitStatement(ctx, ctx.person.id),
    log: logStatement(ctx, ctx.person.id, logId),
    sets: setsStatement(ctx, ctx.person.id, logId),
  })
  const [log] = found.log
  if (!log) return { ok: false, reason: 'not_found', why: '' }
  const plan = planOfLog(log)
  const entry = plan.entries.find(({ id }) => id === typed.entry)
  if (!entry || typed.n < 1 || typed.n > 60)
    return { ok: false, reason: 'wrong', why: 'Choose an exercise of this workout.' }
  const unit = found.unit[0]?.weightUnit || weightUnitOf(ctx.studio)
  const read = readDone(entry.logType, typed, unit)
  if (!read.ok) return { ok: false, reason: 'wrong', why: read.why }
  const rpe = Number(typed.rpe.replace(',', '.'))
  const id = setIdOf(entry.id, typed.n)
  const stands = found.sets.find((one) => one.id === id)
  const set = {
    id,
    exerciseId: entry.exerciseId,
    entry: entry.id,
    n: typed.n,
    type: typed.type,
    side: typed.side,
    ...read.done,
    rpe: rpe >= 1 && rpe <= 10 ? Math.round(rpe * 10) : null,
    rir: /^\d$/.test(typed.rir) ? Number(typed.rir) : null,
    doneAt: ctx.now,
    removed: false,
    // Typed now, it is the later word, also behind a device whose clock was ahead.
    changedMs: Math.max(ctx.nowMs, (stands?.changedMs ?? 0) + 1),
  }
  const rest = restAfter(plan, [...found.sets.map(toLoggedSet), set], entry)
  const result = await recordInWorkout(
    ctx,
    logId,
    saidOfWorkout.parse({
      device: 'form',
      sets: [set],
      rest: { until: rest > 0 ? addSeconds(ctx.now, rest) : null, seconds: rest },
    }),
    byName,
  )
  if (result.ok) return { ok: true }
  const why = 'This workout was finished or discarded meanwhile.'
  return { ok: false, reason: 'over', why }
}
