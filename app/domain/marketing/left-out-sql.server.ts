/** Why somebody of an audience gets no letter: one expression for the count and for the sending. */
import { type SQL, sql } from 'drizzle-orm'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  suppressedSql,
  unreachableBranches,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { MarketingRule } from './marketing-rule.ts'

/**
 * The first reason that holds for `people AS person` now, empty where none does (R16, R17). `rule`
 * is how often the studio writes to one person: letters of campaigns and of automations both count.
 * A campaign that fills a class (`occurrenceId`) also leaves out those who are booked or on its
 * waitlist.
 */
export function leftOutSql(
  ctx: StudioContext,
  rule: MarketingRule,
  occurrenceId: string | null = null,
): SQL {
  const since = addMinutes(ctx.now, -rule.days * 24 * 60)
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
    WHEN (SELECT count(*) FROM campaign_recipients AS had
        WHERE had.studio_id = person.studio_id AND had.person_id = person.id
          AND had.outcome = 'sent' AND had.at > ${since})
      + (SELECT count(*) FROM automation_runs AS run
        WHERE run.studio_id = person.studio_id AND run.person_id = person.id
          AND run.state = 'sent' AND run.done_at > ${since}) >= ${rule.letters} THEN 'capped'
    ELSE '' END`
}
