import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { exercisesToLog } from './exercises-to-log.server.ts'
import { logStatement, planOfLog } from './log-queries.server.ts'
import type { LogTypedSetResult } from './log-typed-set.server.ts'
import { recordInWorkout } from './record-in-workout.server.ts'
import { saidOfWorkout } from './said-of-workout.ts'
import { mostEntries, unlisted, withExercise } from './session-plan.ts'

/**
 * Adds an exercise to an open workout by the name that was typed: the studio's where it has one of
 * that name, else the name alone. Refuses what is over, and one beyond `mostEntries`.
 */
export async function addTypedExercise(
  ctx: MemberContext,
  logId: string,
  name: string,
): Promise<LogTypedSetResult> {
  const [[log], found] = await Promise.all([
    logStatement(ctx, ctx.person.id, logId),
    exercisesToLog(ctx, { q: name, instead: '', why: '' }),
  ])
  if (!log) return { ok: false, reason: 'not_found', why: '' }
  const plan = planOfLog(log)
  if (plan.entries.length >= mostEntries)
    return { ok: false, reason: 'wrong', why: `A workout holds at most ${mostEntries} exercises.` }
  const known = found.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const one = known ?? { id: unlisted(name), name, logType: 'weight_reps' as const }
  const result = await recordInWorkout(
    ctx,
    logId,
    saidOfWorkout.parse({
      device: 'form',
      // Typed now, it is the later word, also behind a device whose clock was ahead.
      plan: { ms: Math.max(ctx.nowMs, log.planMs + 1), is: withExercise(plan, one) },
    }),
  )
  if (result.ok) return { ok: true }
  const why = 'This workout was finished or discarded meanwhile.'
  return { ok: false, reason: 'over', why }
}
