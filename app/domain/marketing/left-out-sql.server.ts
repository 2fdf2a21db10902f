/** Why somebody of an audience gets no letter: one expression for the count and for the sending. */
import { type SQL, sql } from 'drizzle-orm'
import type { CampaignChannel } from '#app/db/studio/marketing/campaigns-words.ts'
import { cappedSql } from '#app/domain/automation/causes-sql.server.ts'
import { consentedSql } from '#app/domain/people/consents/consent-statements.server.ts'
import {
  suppressedSql,
  textNumberSql,
  unreachableBranches,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** What of a campaign says who is left out of it. */
export type ForWhom = { channel: CampaignChannel; occurrenceId: string | null }

/** Where a campaign goes to `people AS person`: their email address, or their number in E.164. */
export const addressSql = (ctx: StudioContext, channel: CampaignChannel): SQL =>
  channel === 'sms' ? textNumberSql(ctx) : sql`person.email`

/**
 * The first reason that holds for `people AS person` now, empty where none does (R16, R17).
 * A campaign that fills a class (`occurrenceId`) also leaves out those who are booked or on its
 * waitlist.
 */
export function leftOutSql(ctx: StudioContext, { channel, occurrenceId }: ForWhom): SQL {
  const by = { channel, address: addressSql(ctx, channel) }
  return sql`CASE
    ${unreachableBranches(ctx, by.address)}
    WHEN ${suppressedSql(sql`suppression.why = 'bounced'`, by)} THEN 'bounced'
    WHEN ${suppressedSql(sql`1`, by)} THEN 'unsubscribed'
    WHEN NOT ${consentedSql({ channel, purpose: 'marketing' })} THEN 'no_consent'
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
