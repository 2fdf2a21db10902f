import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { ClassAtDesk } from './class-at-desk.ts'
import { classAtDeskStatements, toClassAtDesk } from './roster-page.server.ts'

/**
 * One class with its counts and rules, for the desk's small pages. Null for another studio's id and
 * for an event.
 */
export async function findClassAtDesk(
  ctx: StudioContext,
  occurrenceId: string,
): Promise<ClassAtDesk | null> {
  const found = toClassAtDesk(await batch(ctx.db, classAtDeskStatements(ctx, occurrenceId)))
  return found?.tickets ? null : found
}
