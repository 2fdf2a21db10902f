import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { localDate } from '#app/values/zone.ts'
import { checkInState } from './check-in.ts'
import { myCoachingStatements } from './coaching.server.ts'
import { shiftsStatement } from './shift-program.server.ts'

/** Everything a member and their coaches wrote down, also after coaching ended. One trip. */
export async function myCoachingPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    ...myCoachingStatements(ctx, viewer.personId),
    shifts: shiftsStatement(ctx, sql`shift.person_id = ${viewer.personId}`),
  })
  return {
    shell: toShell(answer, viewer),
    relations: answer.relations,
    entries: answer.entries,
    shifts: answer.shifts,
    checkIns: answer.checkIns.map((one) => ({ ...one, state: checkInState(one, today) })),
  }
}
