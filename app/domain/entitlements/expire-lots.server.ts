import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'

/** How far back a run looks, in days; longer outages need a run with the clock in between. */
const looksBackDays = 60

/** Lots whose last day is over, with what is left in each. */
const goneSql = ({ studio, today }: Look): SQL => sql`
  SELECT lot.studio_id, lot.person_id, lot.id,
    (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
      WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) AS unused
  FROM lots AS lot
  WHERE lot.studio_id = ${studio} AND lot.expires_on < ${today}
    AND lot.expires_on >= date(${today}, ${`-${looksBackDays} days`})`

/** Whether a studio has lots to write off. */
export const expireLotsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM (${goneSql(look)}) AS gone WHERE gone.unused > 0)`

/**
 * Writes off what is left in lots whose last day is over in the studio's zone (SM-CREDIT), so that
 * the ledger's balance is what can still be used. One statement: a second run finds nothing left to
 * write off. Answers how many lots.
 */
export async function expireLots(ctx: StudioContext): Promise<number> {
  const { db, now } = ctx
  // Counted by the rows themselves: a trigger on entries changes people too.
  const written = await db.all(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, created_at)
    SELECT gone.studio_id, gone.person_id, gone.id, 'expire', -gone.unused, ${now}
    FROM (${goneSql(lookAt(ctx))}) AS gone
    WHERE gone.unused > 0 RETURNING 1`)
  return written.length
}
