import { sql } from 'drizzle-orm'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import {
  beginLog,
  type StartResult,
  sessionPlanOf,
} from '#app/domain/training-log/session/start-workout.server.ts'
import { derivedId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'
import { placeOf, sessionAt } from './program-plan.ts'
import { ownCopiesStatement, planOfProgram } from './program-queries.server.ts'

/**
 * Begins a session of the person's own copy of a program, as the copy has it. Starting the same
 * session twice on one day gives one workout; after a discard it can be started again. `not_found`: the
 * person has no active copy, or it has no session in that place.
 */
export async function startSession(
  ctx: MemberContext,
  programId: string,
  key: string,
): Promise<StartResult> {
  const copies = await ownCopiesStatement(ctx, ctx.person.id)
  const copy = copies.find((one) => one.programId === programId && one.state !== 'paused')
  const place = placeOf(key)
  const session = copy && place && sessionAt(planOfProgram(copy), place)
  if (!copy || !session) return { ok: false, reason: 'not_found' }
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const [given] = await ctx.db.all<{ up: number }>(sql`
    SELECT count(*) AS up FROM workout_logs
    WHERE studio_id = ${ctx.studio.id} AND assignment_id = ${copy.id} AND session = ${key}
      AND state = 'discarded' AND substr(local_start, 1, 10) = ${today}`)
  const again = given?.up ? [String(given.up)] : []
  const id = await derivedId('session', copy.id, key, today, ...again)
  return beginLog(ctx, id, {
    name: session.name,
    plan: await sessionPlanOf(ctx, session.plan),
    assignmentId: copy.id,
    session: key,
  })
}
