import { type SQL, sql } from 'drizzle-orm'
import { waitsSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'
import { endWaiting, type WaitingRow, waitingRowSql } from './end-waiting.server.ts'

/**
 * How far back a run looks, in minutes; what an outage of days left is closed when the class is
 * reconciled.
 */
const looksBack = 2 * 24 * 60
/** Rows of one run; the next minute takes more. */
const atOnce = 100

/** Who still waits for a class that has started; an offer ends automatically (`lapse-offers`). */
const startedSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o CROSS JOIN bookings AS b
    ON b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${waitsSql('b')}
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  WHERE o.studio_id = ${studio} AND o.starts_at <= ${now}
    AND o.starts_at > ${addMinutes(now, -looksBack)}`

/** Whether a studio has waitlists to close. */
export const closeWaitlistsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${startedSql(look)})`

/**
 * At the start of a class its list closes: who still waits is `not_promoted`, charged nothing and
 * told in the shell (R4). Without this they would be on the roster and count as absent. Answers
 * how many.
 */
export async function closeWaitlists(ctx: StudioContext): Promise<number> {
  const left = await ctx.db.all<WaitingRow>(sql`
    SELECT ${waitingRowSql} ${startedSql(lookAt(ctx))} LIMIT ${atOnce}`)
  return endWaiting(ctx, left, {
    state: 'not_promoted',
    still: sql`offered_until IS NULL`,
    notice: {
      kind: 'booking-not-promoted',
      key: 'not-promoted',
      text: (named) => `No place opened in ${named}. You were not charged.`,
    },
  })
}
