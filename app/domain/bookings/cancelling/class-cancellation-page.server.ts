import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { paidSql } from '#app/domain/billing/open-item-sums.server.ts'
import { lotsToExtendSql } from '#app/domain/entitlements/ledger.server.ts'
import { offeredSql, waitsSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { classAtDeskStatements, toClassAtDesk } from '../roster/roster-page.server.ts'
import type { CancelEffects } from './cancel-effect-words.ts'

/**
 * The class and what its cancel would do, or did. Null for another studio's id and for an event.
 * `also` are rows that the page asks of a context to the right, such as its draft.
 */
export async function classCancellationPage<Also = never>(
  ctx: StudioContext,
  occurrenceId: string,
  also?: Statement<Also[]>,
) {
  const { db, studio } = ctx
  const rows = sql`FROM bookings AS b
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}`
  const answer = await batch(db, {
    ...classAtDeskStatements(ctx, occurrenceId),
    effects: db.all<CancelEffects>(sql`
      SELECT count(*) FILTER (WHERE b.state IN ('booked','checked_in')) AS booked,
        count(*) FILTER (WHERE ${waitsSql('b')}) AS waiting,
        count(*) FILTER (WHERE ${offeredSql('b')}) AS offered,
        count(*) FILTER (WHERE b.state IN ('booked','checked_in')
          AND b.lot_id IS NOT NULL) AS credits,
        (SELECT count(*) FROM lots WHERE ${lotsToExtendSql(
          ctx,
          sql`SELECT b.lot_id ${rows} AND b.state IN ('booked','checked_in')
            AND b.lot_id IS NOT NULL`,
        )}) AS longer,
        count(*) FILTER (WHERE b.state IN ('booked','checked_in')
          AND EXISTS (SELECT 1 FROM memberships AS membership
            JOIN plans AS plan ON plan.id = membership.plan_id
            WHERE membership.id = b.membership_id
              AND coalesce(plan.weekly_limit, plan.period_limit) IS NOT NULL)) AS memberships,
        count(*) FILTER (WHERE b.state IN ('booked','checked_in') AND b.membership_id IS NULL
          AND b.lot_id IS NULL
          AND b.enrolment_id IS NULL AND b.make_up_id IS NULL) AS dropIns,
        coalesce(sum(${paidSql(sql`b.studio_id`, sql`b.id`)}) FILTER (WHERE b.state
          IN ('booked','checked_in')), 0) AS dropInMinor,
        count(*) FILTER (WHERE b.state IN ('booked','checked_in')
          AND b.enrolment_id IS NOT NULL) AS enrolled,
        count(*) FILTER (WHERE b.state IN ('booked','checked_in')
          AND b.make_up_id IS NOT NULL) AS makeUps,
        count(*) FILTER (WHERE b.state IN ('studio_cancelled','not_promoted') AND b.ended_at = (
          SELECT o.cancelled_at FROM occurrences AS o
          WHERE o.studio_id = b.studio_id AND o.id = b.occurrence_id)) AS reached
      ${rows}`),
    ...(also ? { also } : {}),
  })
  const occurrence = toClassAtDesk(answer)
  const effects = answer.effects[0]!
  return occurrence && !occurrence.tickets
    ? {
        occurrence,
        also: (answer.also ?? []) as Also[],
        effects: { ...effects, givesMakeUps: occurrence.course?.givesMakeUps ?? false },
      }
    : null
}
