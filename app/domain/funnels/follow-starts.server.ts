import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { gotSql } from './offer-sql.server.ts'

/** Starts of one step; the next minute takes more. */
const atOnce = 50

/** A class is settled some time after it: so long is still looked for visits of the last day. */
const settleMinutes = 2 * 24 * 60

/** When what they got was paid: its lines are settled, or there was nothing to pay. */
const paidSql = sql`coalesce(start.paid_at, (
  SELECT min(coalesce(item.settled_at, got.at)) FROM ${gotSql} AS got
  JOIN open_items AS item ON item.studio_id = start.studio_id AND item.subject_id = got.id
    AND item.kind IN ('package', 'membership', 'joining_fee')
    AND (item.state = 'settled' OR item.amount_minor = 0 AND item.state <> 'void')), (
  SELECT min(got.at) FROM ${gotSql} AS got
  JOIN checkouts AS free ON free.studio_id = start.studio_id AND free.id = got.id
    AND free.state = 'done' AND free.amount_minor = 0))`

const since = sql`b.studio_id = start.studio_id AND b.person_id = start.person_id
  AND b.created_at >= start.started_at AND b.created_at <= start.counts_until`

/** The first place they booked since. */
const bookedSql = sql`coalesce(start.booked_at, (
  SELECT min(b.created_at) FROM bookings AS b WHERE ${since}
    AND b.state NOT IN ('waitlisted', 'declined', 'offer_lapsed', 'left', 'not_promoted')))`

/** The first class they came to. */
const attendedSql = sql`(
  SELECT min(o.starts_at) FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
  WHERE ${since} AND b.state IN ('checked_in', 'attended') AND o.starts_at <= start.counts_until)`

const newlySql = ({ studio, now }: Look): SQL => sql`FROM (
  SELECT start.id, start.paid_at AS paidBefore, start.booked_at AS bookedBefore,
    start.attended_at AS attendedBefore, ${paidSql} AS paid, ${bookedSql} AS booked,
    ${attendedSql} AS attended
  FROM funnel_starts AS start
  JOIN funnels AS funnel ON funnel.id = start.funnel_id AND funnel.studio_id = start.studio_id
  WHERE start.studio_id = ${studio} AND start.attended_at IS NULL
    AND start.counts_until >= ${addMinutes(now, -settleMinutes)}) AS step
  WHERE step.paid IS NOT NULL AND (step.paidBefore IS NULL
    OR step.booked IS NOT NULL AND (step.bookedBefore IS NULL
      OR step.attended IS NOT NULL AND step.attendedBefore IS NULL))`

/** Whether a studio has starts that reached a further step. */
export const followStartsDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${newlySql(look)})`

/**
 * Notes how far people came who started at a funnel, as invoices and bookings have it: paid, booked,
 * attended, each once and only behind the one before. Answers how many moved.
 */
export async function followStarts(ctx: StudioContext): Promise<number> {
  const { db, studio } = ctx
  const rows = await db.all<{
    id: string
    paid: Instant
    booked: Instant | null
    attended: Instant | null
  }>(sql`SELECT step.id, step.paid, step.booked, step.attended ${newlySql(lookAt(ctx))}
    ORDER BY step.id LIMIT ${atOnce}`)
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { id, paid, booked, attended } of rows)
    statements[id] = db.run(sql`
      UPDATE funnel_starts SET paid_at = coalesce(paid_at, ${paid}),
        booked_at = coalesce(booked_at, ${booked}),
        attended_at = coalesce(attended_at, ${booked ? attended : null})
      WHERE studio_id = ${studio.id} AND id = ${id}`)
  if (rows.length > 0) await batch(db, statements)
  return rows.length
}
