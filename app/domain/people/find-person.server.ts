import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type PersonRow, personStatement } from './person-queries.server.ts'

/** A person of the studio by id, archived or not; null where the studio has none such. */
export async function findPerson(ctx: StudioContext, personId: string): Promise<PersonRow | null> {
  const { person } = await batch(ctx.db, { person: personStatement(ctx, personId) })
  return person[0] ?? null
}
