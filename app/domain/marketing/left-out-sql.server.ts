/** Why somebody of an audience gets no letter: one expression for the count and for the sending. */
import { type SQL, sql } from 'drizzle-orm'
import { cappedSql } from '#app/domain/automation/causes-sql.server.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  suppressedSql,
  unreachableBranches,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * The first reason that holds for `people AS person` now, empty where none does (R16, R17).
 * A campaign that fills a class (`occurrenceId`) also leaves out those who are booked or on its
 * waitlist.
 */
export function leftOutSql(ctx: StudioContext, occurrenceId: string | null = null): SQL {
  return sql`CASE
    ${unreachableBranches(ctx)}
    WHEN ${suppressedSql(sql`suppression.why = 'bounced'`)} THEN 'bounced'
    WHEN ${suppressedSql()} THEN 'unsubscribed'
    WHEN NOT ${consentedSql({ channel: 'email', purpose: 'marketing' })} THEN 'no_consent'
    ${
      occurrenceId
        ? sql`WHEN EXISTS (SELECT 1 FROM bookings AS held
            WHERE held.studio_id = person.studio_id AND held.occurrence_id = ${occurrenceId}
              AND held.person_id = person.id AND held.state IN ('booked','waitlisted','checked_in'))
            THEN 'booked'`
        : sql``
    }
    WHEN ${cappedSql(ctx)} THEN 'capped'
    ELSE '' END`
}
