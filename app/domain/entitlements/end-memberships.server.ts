import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { unlessUnpaidSql } from './overdue-memberships.server.ts'

/**
 * What a person holds of memberships ends on a day at the latest, for the batch of the caller that
 * notes that they leave. A freeze stays as it is, and so does a membership that an unpaid bill holds
 * back.
 */
export function endMembershipsStatement(
  { db, studio }: StudioContext,
  personId: string,
  lastDay: LocalDate,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE memberships SET version = version + 1, ends_on = ${lastDay},
      state = ${unlessUnpaidSql('cancel_scheduled')}
    WHERE studio_id = ${studio.id} AND person_id = ${personId}
      AND state IN ('trialing','active','past_due','suspended','cancel_scheduled','scheduled')
      AND (ends_on IS NULL OR ends_on > ${lastDay}) AND ${onlyIf}`)
}
