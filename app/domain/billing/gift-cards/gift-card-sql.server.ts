/** SQL of what a gift card can pay and of what was paid by one, for statements of payments. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { movedToAccountSql } from '../open-item-sums.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio'>

/**
 * What was paid for a card isn't there, or its payer's bank asks for it back: its line isn't settled
 * any more, or its invoice is disputed or lost. `card` is an alias of `gift_cards`.
 */
export const cardHeldSql = (card: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM open_items AS sale LEFT JOIN invoices AS sold ON sold.id = sale.invoice_id
  WHERE sale.studio_id = ${card}.studio_id AND sale.id = ${card}.item_id
    AND (sale.state <> 'settled' OR sold.state IN ('disputed', 'lost')))`

/**
 * What a card can pay on a day, in minor units: nothing before it is paid, while its payment is
 * disputed or lost, once it is void, or after its last day. `cardId` is an id or a column, of a row
 * with another alias than `used`.
 */
export const cardPaysSql = ({ studio }: Ctx, cardId: SQL, today: LocalDate): SQL => sql`(
  SELECT coalesce(sum(used.balance_minor), 0) FROM gift_cards AS used
  WHERE used.studio_id = ${studio.id} AND used.id = ${cardId} AND used.state = 'live'
    AND (used.expires_on IS NULL OR used.expires_on >= ${today})
    AND NOT ${cardHeldSql(sql`used`)})`

/**
 * A purchase under way, over `checkouts AS kept`, keeps what its card is to pay: its minutes last, or
 * a payment of the rest is open, on its way (a debit takes days), or paid and not booked yet.
 */
export const keepsCardSql = (now: Instant): SQL => sql`(kept.state = 'open'
  AND kept.gift_card_id IS NOT NULL AND (kept.expires_at >= ${now} OR ${beingPaidSql}))`

/** Somebody may be paying, or has paid, for the purchase `kept` on the provider's page. */
export const beingPaidSql: SQL = sql`EXISTS (
  SELECT 1 FROM payment_attempts AS rest INDEXED BY payment_attempts_by_subject
  WHERE rest.studio_id = kept.studio_id AND rest.subject_id = kept.id AND rest.purpose = 'checkout'
    AND (rest.state IN ('created', 'requires_action', 'processing')
      OR rest.state = 'succeeded' AND rest.booked_at IS NULL))`

/** Money can come back to a card: it was paid and is not void. Past its last day it runs on. */
export const cardTakesSql = ({ studio }: Ctx, cardId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM gift_cards AS used WHERE used.studio_id = ${studio.id} AND used.id = ${cardId}
    AND used.state = 'live')`

/**
 * What was paid of an invoice and paid out of its credit notes, as rows of `allocations AS part`: by
 * index, however many a studio has.
 */
const partsOfSql = ({ studio }: Ctx, invoiceId: SQL): SQL => sql`
  allocations AS part INDEXED BY allocations_by_invoice
  WHERE part.studio_id = ${studio.id} AND part.invoice_id IN (
    SELECT ${invoiceId} UNION ALL
    SELECT note.id FROM invoices AS note INDEXED BY invoices_by_credited
    WHERE note.studio_id = ${studio.id} AND note.credits_invoice_id = ${invoiceId}
      AND note.credits_invoice_id IS NOT NULL)`

const paymentsOfSql = (ctx: Ctx, invoiceId: SQL): SQL => sql`(
  SELECT part.payment_id FROM ${partsOfSql(ctx, invoiceId)})`

/** What a card paid of an invoice and did not get back, in minor units. */
export const paidByCardSql = (ctx: Ctx, invoiceId: SQL, cardId: SQL): SQL => sql`(
  SELECT -coalesce(sum(entry.amount_minor), 0) FROM gift_card_entries AS entry
  WHERE entry.studio_id = ${ctx.studio.id} AND entry.card_id = ${cardId}
    AND entry.payment_id IN ${paymentsOfSql(ctx, invoiceId)})`

/** What was paid of an invoice and is not back, by gift card (`cards`) and otherwise (`others`). */
const waysOfSql = (ctx: Ctx, invoiceId: SQL): SQL => sql`(
  SELECT coalesce(sum(minor) FILTER (WHERE method = 'gift_card'), 0) AS cards,
    coalesce(sum(minor) FILTER (WHERE method <> 'gift_card'), 0)
      - ${movedToAccountSql(sql`${ctx.studio.id}`, invoiceId)} AS others
  FROM (SELECT part.amount_minor AS minor, (SELECT paid.method FROM payments AS paid
      WHERE paid.studio_id = part.studio_id AND paid.id = part.payment_id) AS method
    FROM ${partsOfSql(ctx, invoiceId)}))`

/**
 * So much of an invoice may go back otherwise than to a gift card: all that cards did not pay of it
 * and that is not back yet, without a limit where no card has anything to get back. A payment counts
 * with its part of this invoice alone.
 */
export const backOtherwiseSql = (ctx: Ctx, invoiceId: SQL): SQL => sql`(
  SELECT iif(cards > 0, max(0, others), 9007199254740991) FROM ${waysOfSql(ctx, invoiceId)})`

/**
 * What of a person's account credit came from gift cards, in minor units: what an invoice that a card
 * paid gave back to the account beyond what was paid otherwise. It is spent first, and what was spent
 * before it came does not count against it. An invoice that credit paid is traced no further.
 */
export function creditFromCardsSql(ctx: Ctx, personId: SQL): SQL {
  const studioId = sql`${ctx.studio.id}`
  const bill = sql.raw('bill.id')
  return sql`(
    SELECT coalesce(sum(minor), 0) - min(0, coalesce(min(so_far), 0)) FROM (
      SELECT minor, sum(minor) OVER (ORDER BY seq) AS so_far FROM (
        SELECT spent.seq, spent.amount_minor AS minor FROM account_entries AS spent
        CROSS JOIN payments AS paid ON paid.id = substr(spent.cause, 9)
          AND +paid.studio_id = spent.studio_id AND +paid.method = 'credit'
        WHERE spent.studio_id = ${studioId} AND spent.person_id = ${personId}
          AND spent.amount_minor < 0 AND spent.cause NOT LIKE 'payment:by-%'
        UNION ALL
        SELECT (SELECT max(back.seq) FROM account_entries AS back
            WHERE back.studio_id = ${studioId} AND back.cause IN (
              SELECT 'payment:' || part.payment_id FROM ${partsOfSql(ctx, bill)} UNION ALL
              SELECT 'void:' || gone.id FROM open_items AS gone
              WHERE gone.studio_id = ${studioId} AND gone.invoice_id = ${bill})),
          (SELECT max(0, min(cards, -others)) FROM ${waysOfSql(ctx, bill)})
        FROM invoices AS bill WHERE bill.id IN (
          SELECT part.invoice_id FROM payments AS paid
          CROSS JOIN allocations AS part ON part.studio_id = paid.studio_id
            AND part.payment_id = paid.id
          WHERE paid.studio_id = ${studioId} AND paid.person_id = ${personId}
            AND +paid.method = 'gift_card' AND paid.amount_minor > 0))))`
}

/** Account credit paid some of an invoice. */
export const paidByCreditSql = (ctx: Ctx, invoiceId: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM payments AS paid WHERE paid.studio_id = ${ctx.studio.id}
    AND paid.method = 'credit' AND paid.amount_minor > 0
    AND paid.id IN ${paymentsOfSql(ctx, invoiceId)})`

/** A card that paid a part of an invoice, with what of it may go back there. */
export type PayingCard = { cardId: string; lastFour: string; restMinor: number }

/** Cards that paid an invoice and have something to get back, the most first. */
export const payingCardsStatement = (ctx: Ctx, invoiceId: SQL) =>
  ctx.db.all<PayingCard>(sql`
    SELECT card.id AS cardId, card.last_four AS lastFour, -sum(entry.amount_minor) AS restMinor
    FROM gift_card_entries AS entry INDEXED BY gift_card_entries_by_payment
    JOIN gift_cards AS card ON card.studio_id = entry.studio_id
      AND card.id = entry.card_id AND card.state = 'live'
    WHERE entry.studio_id = ${ctx.studio.id} AND entry.payment_id IS NOT NULL
      AND entry.payment_id IN ${paymentsOfSql(ctx, invoiceId)}
    GROUP BY card.id HAVING restMinor > 0 ORDER BY restMinor DESC, card.id LIMIT 20`)
