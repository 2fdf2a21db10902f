import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { type ClassAtDesk, classAtDeskStatements, toClassAtDesk } from './roster-page.server.ts'

/** One class with its counts and rules, for the desk's small pages. Null for another studio's id. */
export async function classAtDesk(ctx: StudioContext, occurrenceId: string): Promise<ClassAtDesk | null> {
  return toClassAtDesk(await batch(ctx.db, classAtDeskStatements(ctx, occurrenceId)))
}
