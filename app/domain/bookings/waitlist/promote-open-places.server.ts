import { type SQL, sql } from 'drizzle-orm'
import { bookedCountSql, waitsSql } from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { promoteWaitlist } from './promote-waitlist.server.ts'

/** Classes of one run; the run of the next minute begins behind them. */
const atOnce = 20

/** Classes that the runs go round; a studio has fewer with people waiting. */
const roundMost = 1_000

/** Classes with a free place for which someone waits. */
const openSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o
  WHERE o.studio_id = ${studio} AND o.starts_at > ${now} AND o.state = 'scheduled'
    AND o.waitlist_closes_at >= ${now}
    AND EXISTS (SELECT 1 FROM bookings AS b
      WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${waitsSql('b')})
    AND ${bookedCountSql} < ${onlinePlacesSql}`

/** Whether a studio has places to give to people who wait. */
export const promoteOpenPlacesDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${openSql(look)})`

/**
 * Promotes wherever a place is free and someone waits: after a crash between a cancel and its
 * promotion, and for people who were passed by and can pay by now. Every class has its turn, also
 * behind many where nobody who waits can pay. Answers how many were promoted.
 */
export async function promoteOpenPlaces(ctx: StudioContext): Promise<number> {
  const open = await ctx.db.all<{ id: string }>(sql`
    SELECT o.id ${openSql(lookAt(ctx))}
    ORDER BY o.starts_at LIMIT ${roundMost}`)
  const from = (Math.floor(ctx.nowMs / 60_000) * atOnce) % Math.max(open.length, 1)
  let promoted = 0
  for (const { id } of [...open, ...open].slice(from, from + Math.min(atOnce, open.length)))
    promoted += await promoteWaitlist(ctx, id)
  return promoted
}
