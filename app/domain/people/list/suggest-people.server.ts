import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { foundAtDeskSql } from './people-where.server.ts'
import type { SuggestedPerson } from './suggested-person.ts'

/** So many are proposed; anyone else is found by more of the name. */
const most = 8

/** Who is meant by the first letters of a name, an address or a number; by name. */
export function suggestPeople(ctx: StudioContext, q: string): Promise<SuggestedPerson[]> {
  if (q.trim() === '') return Promise.resolve([])
  return ctx.db.all<SuggestedPerson>(sql`
    SELECT person.id, person.name,
      CASE WHEN person.email <> '' THEN person.email ELSE person.phone END AS note
    FROM people AS person WHERE ${foundAtDeskSql(ctx, q, most)}`)
}
