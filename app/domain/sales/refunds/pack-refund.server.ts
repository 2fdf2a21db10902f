/** What a refund of a pack is: read once for its page, and again when it is pressed. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { discountedSql, givenBackOfSql } from '#app/domain/billing/open-item-sums.server.ts'
import { cancellationOf } from '#app/domain/bookings/cancelling/cancellation.ts'
import {
  type BookingToCancel,
  bookingsOfLotsStatement,
} from '#app/domain/bookings/cancelling/cancellation-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shareOf } from '#app/values/money.ts'
import { quotePackRefund, type RefundQuote } from '../quotes/quote-refund.ts'

export type PackRefundFacts = {
  /** Its lots: one, or a bundle's one a part. */
  lotIds: readonly string[]
  itemId: string
  personId: string
  personName: string
  name: string
  paidMinor: number
  quote: RefundQuote
  /** Classes used, and credits that are somebody else's now: both stay paid. */
  used: number
  transferred: number
  /** Places that go back with it: their free time is not over. */
  freed: readonly BookingToCancel[]
  /** Credits of the pack before anything comes back. */
  left: number
}

/** Lots that were sold as `lot`, as a JSON list. */
const lotIdsSql = sql`(SELECT json_group_array(together.id) FROM (
  SELECT lot.id AS id UNION SELECT part.id FROM lots AS part
  WHERE part.studio_id = lot.studio_id AND part.sold_with = lot.id) AS together)`

/**
 * The pack that an invoice sold and what a refund of it comes to now; null where there is none that
 * was paid and not refunded. Places that can still be given up free come back first; what was
 * attended, missed or is too late to cancel is used, and what was transferred is not refunded to who
 * gave it away. What was taken off the price or refunded before is no part of what was paid; used
 * credits cost their share of the price after discounts alone (R11).
 */
export async function packRefundFacts(
  ctx: StudioContext,
  invoiceId: string,
): Promise<PackRefundFacts | null> {
  const { db, studio } = ctx
  const [line] = await db.all<{
    itemId: string
    lotIds: string
    personId: string
    personName: string
    name: string
    paidMinor: number
    taxMinor: number
    offMinor: number
    givenBack: number
    granted: number
    transferred: number
    left: number
  }>(sql`
    SELECT line.id AS itemId, ${lotIdsSql} AS lotIds, lot.person_id AS personId,
      person.name AS personName, sold.name, line.amount_minor AS paidMinor,
      line.tax_minor AS taxMinor, ${givenBackOfSql(sql.raw('line'))} AS givenBack,
      ${discountedSql(sql`line.studio_id`, sql`line.subject_id`)} AS offMinor,
      (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id
          AND entry.lot_id IN (SELECT value FROM json_each(${lotIdsSql}))
          AND (entry.kind IN ('grant','adjust') OR entry.kind = 'transfer' AND entry.amount > 0)
          AND entry.booking_id IS NULL) AS granted,
      (SELECT -coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id
          AND entry.lot_id IN (SELECT value FROM json_each(${lotIdsSql}))
          AND entry.kind = 'transfer' AND entry.amount < 0) AS transferred,
      (SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = lot.studio_id
          AND entry.lot_id IN (SELECT value FROM json_each(${lotIdsSql}))) AS "left"
    FROM open_items AS line JOIN lots AS lot ON lot.id = line.subject_id
    JOIN packages AS package ON package.id = lot.package_id
    JOIN packages AS sold ON sold.id = coalesce(package.bundle_id, package.id)
    JOIN people AS person ON person.id = lot.person_id
    WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
      AND line.kind = 'package' AND line.state = 'settled' AND line.amount_minor > 0
      AND lot.refunded_at IS NULL
    ORDER BY line.id LIMIT 1`)
  if (!line) return null
  const lotIds = JSON.parse(line.lotIds) as string[]
  const { ahead, spent } = await batch(db, {
    ahead: bookingsOfLotsStatement(ctx, lotIds),
    spent: db.all<{ bookingId: string; dropInMinor: number | null }>(sql`
      SELECT b.id AS bookingId, coalesce(class_type.drop_in_minor, kind.price_minor) AS dropInMinor
      FROM entries AS entry JOIN bookings AS b ON b.id = entry.booking_id
      JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      LEFT JOIN appointment_types AS kind ON kind.id = class_type.id
      WHERE entry.studio_id = ${studio.id}
        AND entry.lot_id IN (SELECT value FROM json_each(${line.lotIds}))
      GROUP BY b.id HAVING sum(entry.amount) < 0`),
  })
  const freed = ahead.filter((booking) => cancellationOf(booking, ctx.now)?.credit === 'returned')
  const comesBack = new Set(freed.map(({ id }) => id))
  const { granted, givenBack, offMinor, taxMinor: tax, lotIds: _, ...facts } = line
  const usedAtMinor = spent
    .filter(({ bookingId }) => !comesBack.has(bookingId))
    .map(({ dropInMinor }) => dropInMinor)
  const gone = Array.from({ length: line.transferred }, () => null)
  const paidMinor = line.paidMinor - givenBack
  const taxMinor = shareOf(tax, paidMinor, line.paidMinor)
  return {
    ...facts,
    lotIds,
    freed,
    paidMinor,
    used: usedAtMinor.length,
    quote: quotePackRefund({
      priceMinor: line.paidMinor - offMinor,
      paidMinor,
      taxMinor,
      credits: granted,
      usedAtMinor: [...usedAtMinor, ...gone],
    }),
  }
}
