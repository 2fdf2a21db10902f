import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  fillProspectStatement,
  personOfEmailSql,
  prospectStatement,
} from '#app/domain/people/prospect-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'

/**
 * The person with this address, who is put on the books as somebody new where there is none. Somebody
 * who got in touch before and was archived is back.
 */
export async function buyerPerson(
  ctx: StudioContext,
  { name, email, phone }: { name: string; email: string; phone: string },
): Promise<string> {
  const known = personOfEmailSql(ctx.studio.id, email, name)
  const { found } = await batch(ctx.db, {
    add: prospectStatement(ctx, { id: newId(), name, email, phone }, sql`${known} IS NULL`),
    back: fillProspectStatement(ctx, known, { email, phone, byStaff: false }),
    found: ctx.db.all<{ id: string }>(sql`SELECT ${known} AS id`),
  })
  return found[0]?.id ?? ''
}
