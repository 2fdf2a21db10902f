import { type SQL, sql } from 'drizzle-orm'
import { mayMarketSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { suppressedSql } from '#app/domain/people/consents/unreachable-sql.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { BulkLeadsAct, LeftOutOfBulk } from './bulk-words.ts'
import { liveSql } from './lead-sql.server.ts'

/** Leads that one press takes; more are done in several goes. */
const bulkLeadsAtOnce = 100

export type BulkLead = {
  id: string
  personId: string
  name: string
  preferredName: string
  email: string
  /** Why it is left out; null where it is not. */
  why: LeftOutOfBulk | null
}

/** The chosen leads by name, each with why an act leaves it out. One trip. */
export async function bulkLeads(
  ctx: StudioContext,
  act: BulkLeadsAct,
  ids: readonly string[],
): Promise<BulkLead[]> {
  const { db, studio } = ctx
  return db.all<BulkLead>(sql`
    SELECT leads.id, person.id AS personId, person.name, person.preferred_name AS preferredName,
      person.email, ${leftOutSql(ctx, act)} AS why
    FROM leads CROSS JOIN people AS person ON person.id = leads.person_id
    WHERE leads.studio_id = ${studio.id}
      AND leads.id IN (SELECT value FROM json_each(${JSON.stringify(ids.slice(0, bulkLeadsAtOnce))}))
    ORDER BY person.name, leads.id`)
}

function leftOutSql(ctx: StudioContext, act: BulkLeadsAct): SQL {
  if (act === 'lose') return sql`iif(${liveSql('leads')}, NULL, 'over')`
  if (act === 'tag') return sql`iif(length(leads.tags) < 300, NULL, 'full')`
  if (act === 'assign') return sql`NULL`
  return sql`CASE
    WHEN person.email = '' THEN 'no_address'
    WHEN person.do_not_contact_at IS NOT NULL THEN 'do_not_contact'
    WHEN ${minorSql(ctx)} THEN 'minor'
    WHEN ${suppressedSql()} THEN 'unsubscribed'
    WHEN ${mayMarketSql(ctx, 'email')} THEN NULL ELSE 'no_consent' END`
}
