import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { minorSql } from '../minor-sql.server.ts'

/**
 * The first branches of a CASE that says why `people AS person` gets no email that nobody asked for
 * (R16, R17): `gone`, `no_address`, `minor`. Consent and what else leaves somebody out come behind.
 */
export const unreachableBranches = (ctx: Pick<StudioContext, 'studio' | 'now'>): SQL => sql`
  WHEN person.archived_at IS NOT NULL OR person.erased_at IS NOT NULL
    OR person.do_not_contact_at IS NOT NULL OR person.banned_at IS NOT NULL THEN 'gone'
  WHEN person.email = '' THEN 'no_address'
  WHEN ${minorSql(ctx)} THEN 'minor'`

/** Whether nothing is sent to their address any more; `why` narrows it, such as to bounces. */
export const suppressedSql = (why: SQL = sql`1`): SQL => sql`EXISTS (
  SELECT 1 FROM suppressions AS suppression WHERE suppression.studio_id = person.studio_id
    AND suppression.channel = 'email' AND suppression.address = person.email AND ${why})`
