/** A gift card that pays for what is bought online, whole or in part. */
import { type SQL, sql } from 'drizzle-orm'
import { cardPaysSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import {
  balanceSql,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { findGiftCard } from '../gift-cards/find-gift-card.server.ts'
import { codeEnd } from '../gift-cards/gift-card-code.ts'

export type GiftRefusal = 'no_such_card' | 'card_pays_nothing' | 'card_kept' | 'till_closed'

/** What a card would pay of a purchase; `minor` is at least 1. */
export type GiftFound =
  | { ok: true; cardId: string; lastFour: string; minor: number }
  | { ok: false; reason: GiftRefusal }

/** What purchases that are under way keep of a card, in minor units, so that two don't count on it. */
export const keptOfCardSql = ({ studio, now }: StudioContext, cardId: string): SQL => sql`(
  SELECT coalesce(sum(kept.gift_minor), 0) FROM checkouts AS kept
  WHERE kept.studio_id = ${studio.id} AND kept.gift_card_id = ${cardId} AND kept.state = 'open'
    AND kept.expires_at >= ${now})`

/**
 * What the card of a code pays of a sum today. A code that came from another program may be short and
 * counts for its holder alone, who is one of `personIds`. The caller has counted the try.
 */
export async function giftForCheckout(
  ctx: StudioContext,
  code: string,
  { personIds, totalMinor }: { personIds: readonly string[]; totalMinor: number },
): Promise<GiftFound> {
  const holder = sql`card.person_id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))`
  const card = await findGiftCard(ctx, code, sql`(card.source <> 'import' OR ${holder})`)
  if (!card) return { ok: false, reason: 'no_such_card' }
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const [at] = await ctx.db.all<{ kept: number; closed: number }>(sql`
    SELECT ${keptOfCardSql(ctx, card.id)} AS kept,
      ${tillClosedSql(sql`${ctx.studio.id}`, sql`${today}`)} AS closed`)
  if (at?.closed === 1) return { ok: false, reason: 'till_closed' }
  if (card.paysMinor <= 0) return { ok: false, reason: 'card_pays_nothing' }
  const minor = Math.min(totalMinor, card.paysMinor - (at?.kept ?? 0))
  if (minor <= 0) return { ok: false, reason: 'card_kept' }
  return { ok: true, cardId: card.id, lastFour: card.lastFour, minor }
}

/** For the statement that begins a purchase: the card has this much that no other one counts on. */
export const giftLeftSql = (
  ctx: StudioContext,
  { cardId, minor }: { cardId: string; minor: number },
): SQL => sql`${cardPaysSql(ctx, sql`${cardId}`, localDate(ctx.now, ctx.studio.timeZone))}
  - ${keptOfCardSql(ctx, cardId)} >= ${minor}`

/**
 * Takes from the card what a purchase keeps of it, once, over the invoice of what was bought: at most
 * what is open there, and what the card has. What it lacks by then stays open on the invoice.
 */
export async function takeFromGiftCard(
  ctx: StaffContext,
  { id, giftCardId, giftMinor }: { id: string; giftCardId: string | null; giftMinor: number },
  invoiceId: string | null,
): Promise<void> {
  if (giftCardId === null || invoiceId === null) return
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const [at] = await db.all<{ lastFour: string; minor: number }>(sql`
    SELECT card.last_four AS lastFour,
      min(${giftMinor}, ${cardPaysSql(ctx, sql`card.id`, today)},
        ${balanceSql(sql`${studio.id}`, sql`${invoiceId}`)}) AS minor
    FROM gift_cards AS card WHERE card.studio_id = ${studio.id} AND card.id = ${giftCardId}`)
  if (!at || at.minor <= 0) return
  await takePayment(ctx, {
    key: giftPaymentId(id),
    invoiceId,
    amountMinor: at.minor,
    method: 'gift_card',
    cardId: giftCardId,
    note: codeEnd(at.lastFour),
  })
}

/** The payment of a purchase by its gift card: no form's key, nor that of an online payment. */
export const giftPaymentId = (checkoutId: string): string => `gift-${checkoutId}`
