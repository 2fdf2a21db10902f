import { type SQL, sql } from 'drizzle-orm'
import { offeredSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { endWaiting, type WaitingRow, waitingRowSql } from './end-waiting.server.ts'
import { promoteWaitlist } from './promote-waitlist.server.ts'

/** Offers of one run; the next minute takes more. */
const atOnce = 50

/** Offers whose last instant is over. */
const endedSql = ({ studio, now }: Look): SQL => sql`
  FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  WHERE b.studio_id = ${studio} AND ${offeredSql('b')} AND b.offered_until < ${now}`

/** Whether a studio has offers to end. */
export const lapseOffersDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${endedSql(look)})`

/**
 * Ends the offers that nobody took in time (`offer_lapsed`): the person is off the list, charged
 * nothing and told in the shell, and the place is offered to the next while the list still gives
 * places out. Answers how many ended.
 */
export async function lapseOffers(ctx: StudioContext): Promise<number> {
  const over = await ctx.db.all<WaitingRow>(sql`
    SELECT ${waitingRowSql} ${endedSql(lookAt(ctx))} ORDER BY b.offered_until LIMIT ${atOnce}`)
  const ended = await endWaiting(ctx, over, {
    state: 'offer_lapsed',
    still: sql`offered_until < ${ctx.now}`,
    notice: {
      kind: 'offer-lapsed',
      key: 'offer-lapsed',
      text: (named) =>
        `The offer of a place in ${named}, has ended. Nothing was charged. ` +
        'Open the class to see if you can still come.',
    },
  })
  for (const id of new Set(over.map(({ occurrenceId }) => occurrenceId)))
    await promoteWaitlist(ctx, id)
  return ended
}
