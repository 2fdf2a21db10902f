/** A gift card that pays for what is bought online, whole or in part. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  beingPaidSql,
  cardPaysSql,
  keepsCardSql,
} from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import {
  balanceSql,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { attemptsStatement } from '#app/domain/payments/attempts/attempt-queries.server.ts'
import { endAttemptStatement } from '#app/domain/payments/attempts/attempt-statements.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { findGiftCard } from '../gift-cards/find-gift-card.server.ts'
import { codeEnd } from '../gift-cards/gift-card-code.ts'

export type GiftRefusal = 'no_such_card' | 'card_pays_nothing' | 'card_kept' | 'till_closed'

/** What a card would pay of a purchase; `minor` is at least 1. */
export type GiftFound =
  | { ok: true; cardId: string; lastFour: string; minor: number }
  | { ok: false; reason: GiftRefusal }

/**
 * Who buys: what they began before and did not pay doesn't keep a card from them. Without an account
 * it is what their browser began last.
 */
export type CardBuyer = { memberId: string } | { begunKey: string | null }

/** Who pays for it as a member, who may be a guardian. */
export const cardBuyerOf = (
  buyer: { kind: 'member'; personId: string; guardianId?: string } | { kind: 'stranger' },
  begunKey: string | null,
): CardBuyer =>
  buyer.kind === 'member' ? { memberId: buyer.guardianId ?? buyer.personId } : { begunKey }

/**
 * Over `checkouts AS kept`: a buyer's own that waits for them, on the provider's page or for the link
 * of its letter, and that nobody may have paid.
 */
const waitsForSql = (yours: CardBuyer): SQL => sql`(kept.state = 'open'
  AND (kept.method = 'online' AND kept.amount_minor > kept.gift_minor
    OR kept.proof_hash IS NOT NULL)
  AND ${
    'memberId' in yours
      ? sql`kept.buyer_email = '' AND coalesce(kept.guardian_id, kept.person_id) = ${yours.memberId}`
      : sql`kept.buyer_email <> '' AND kept.token_hash = ${hashSecretToken(yours.begunKey ?? '')}`
  }
  AND NOT EXISTS (SELECT 1 FROM payment_attempts AS paid
    WHERE paid.studio_id = kept.studio_id AND paid.subject_id = kept.id
      AND paid.purpose = 'checkout' AND paid.state IN ('created', 'processing', 'succeeded')))`

/**
 * What purchases that are under way keep of a card, in minor units, so that two don't count on it;
 * but for those where `except` holds, over `checkouts AS kept`.
 */
const keptOfCardSql = ({ studio, now }: StudioContext, cardId: string, except: SQL): SQL => sql`(
  SELECT coalesce(sum(kept.gift_minor), 0) FROM checkouts AS kept
  WHERE kept.studio_id = ${studio.id} AND kept.gift_card_id = ${cardId} AND ${keepsCardSql(now)}
    AND NOT ${except})`

/**
 * What the card of a code pays of a sum today, with what `yours` began before given up for it. A code
 * that came from another program may be short and counts for its holder alone, who is one of
 * `personIds`. The caller has counted the try.
 */
export async function giftForCheckout(
  ctx: StudioContext,
  code: string,
  of: { personIds: readonly string[]; totalMinor: number; yours?: CardBuyer },
): Promise<GiftFound> {
  const { personIds, totalMinor, yours } = of
  const holder = sql`card.person_id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))`
  const card = await findGiftCard(ctx, code, sql`(card.source <> 'import' OR ${holder})`)
  if (!card) return { ok: false, reason: 'no_such_card' }
  const today = localDate(ctx.now, ctx.studio.timeZone)
  // In one statement: a purchase that is done between two would neither keep nor have charged it.
  const [at] = await ctx.db.all<{ pays: number; kept: number; closed: number }>(sql`
    SELECT ${cardPaysSql(ctx, sql`${card.id}`, today)} AS pays,
      ${keptOfCardSql(ctx, card.id, yours ? waitsForSql(yours) : sql`0`)} AS kept,
      ${tillClosedSql(sql`${ctx.studio.id}`, sql`${today}`)} AS closed`)
  const { pays, kept, closed } = at!
  if (closed === 1) return { ok: false, reason: 'till_closed' }
  if (pays <= 0) return { ok: false, reason: 'card_pays_nothing' }
  const minor = Math.min(totalMinor, pays - kept)
  if (minor <= 0) return { ok: false, reason: 'card_kept' }
  return { ok: true, cardId: card.id, lastFour: card.lastFour, minor }
}

/**
 * For the statement that begins a purchase, or goes on with one (`checkoutId`): the card has this much
 * that no other one counts on.
 */
export const giftLeftSql = (
  ctx: StudioContext,
  { cardId, minor, checkoutId = '' }: { cardId: string; minor: number; checkoutId?: string },
): SQL => sql`${cardPaysSql(ctx, sql`${cardId}`, localDate(ctx.now, ctx.studio.timeZone))}
  - ${keptOfCardSql(ctx, cardId, sql`kept.id = ${checkoutId}`)} >= ${minor}`

/**
 * Ends what the buyer began before with this card and did not pay, its page at the provider first, so
 * that the card is free for another purchase. What was paid in that moment, or whose page can't be
 * ended now, keeps it. `key` is that of the purchase it is for.
 */
export async function giveUpOlder(
  ctx: StudioContext,
  paying: PaymentContext | null,
  { cardId, yours, key }: { cardId: string; yours: CardBuyer; key: string },
): Promise<void> {
  const { db, studio, now } = ctx
  const older = sql`kept.studio_id = ${studio.id} AND kept.gift_card_id = ${cardId}
    AND kept.token_hash <> ${hashSecretToken(key)} AND ${waitsForSql(yours)}`
  const pages = await attemptsStatement(
    ctx,
    sql`attempt.purpose = 'checkout' AND attempt.state = 'requires_action'
      AND attempt.subject_id IN (SELECT kept.id FROM checkouts AS kept WHERE ${older})`,
    olderAtOnce,
  )
  for (const { id, accountRef, pageRef } of pages) {
    if (!paying || accountRef === null || pageRef === null) continue
    const ended = await paying.provider.endPage(accountRef, pageRef)
    if (!ended.ok || ended.facts.state === 'succeeded' || ended.facts.state === 'processing')
      continue
    await batch(db, { end: endAttemptStatement(ctx, id, 'cancelled') })
  }
  await db.run(sql`
    UPDATE checkouts AS kept SET expires_at = ${addMinutes(now, -1)}
    WHERE ${older} AND kept.expires_at >= ${now} AND NOT ${beingPaidSql}`)
}

/** Pages that are ended for one press: of more, the card stays kept. */
const olderAtOnce = 5

/**
 * Whether a purchase still counts on its card. One whose minutes are over gets them again, until
 * `until`, where no other one counts on that money by now.
 */
export async function keepCardOn(
  ctx: StudioContext,
  of: { id: string; giftCardId: string | null; giftMinor: number },
  until: Instant,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { id, giftCardId, giftMinor } = of
  if (giftCardId === null) return true
  const left = giftLeftSql(ctx, { cardId: giftCardId, minor: giftMinor, checkoutId: id })
  const { after } = await batch(db, {
    again: db.run(sql`
      UPDATE checkouts SET expires_at = ${until}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'open' AND expires_at < ${now}
        AND ${left}`),
    after: db.all<{ keeps: number }>(sql`
      SELECT kept.state <> 'open' OR ${keepsCardSql(now)} AS keeps FROM checkouts AS kept
      WHERE kept.studio_id = ${studio.id} AND kept.id = ${id}`),
  })
  return after[0]?.keeps === 1
}

/** A purchase as its card pays it. */
type PaidByCard = {
  id: string
  method: 'online' | 'desk'
  amountMinor: number
  giftCardId: string | null
  giftMinor: number
  createdAt: Instant
}

/** The day on which the card was to pay it, by which its last day is judged. */
const promisedOn = ({ studio }: StudioContext, { createdAt }: PaidByCard): LocalDate =>
  localDate(createdAt, studio.timeZone)

/** What the card still has of what a purchase keeps, and at most `most`; null without a card. */
async function cardHas(ctx: StudioContext, checkout: PaidByCard, most: SQL) {
  const { giftCardId, giftMinor } = checkout
  if (giftCardId === null) return null
  const pays = cardPaysSql(ctx, sql`card.id`, promisedOn(ctx, checkout))
  const [card] = await ctx.db.all<{ lastFour: string; minor: number }>(sql`
    SELECT card.last_four AS lastFour, min(${giftMinor}, ${pays}, ${most}) AS minor
    FROM gift_cards AS card WHERE card.studio_id = ${ctx.studio.id} AND card.id = ${giftCardId}`)
  return card ?? null
}

/**
 * What of a purchase that is about to be given is paid before anybody comes to the desk, in minor
 * units: online, and by its card, as far as that still has it.
 */
export async function paidAheadMinor(ctx: StudioContext, checkout: PaidByCard): Promise<number> {
  const { method, amountMinor, giftMinor } = checkout
  const card = await cardHas(ctx, checkout, sql`${giftMinor}`)
  return (method === 'online' ? amountMinor - giftMinor : 0) + Math.max(0, card?.minor ?? 0)
}

/**
 * Takes from the card what a purchase keeps of it, once, over the invoice of what was bought: at most
 * what is open there, and what the card has, by its last day as on the day that it was begun; on a day
 * whose takings are closed, too. What it lacks by then stays open on the invoice.
 */
export async function takeFromGiftCard(
  ctx: StaffContext,
  checkout: PaidByCard,
  invoiceId: string | null,
): Promise<void> {
  const { id, giftCardId } = checkout
  if (giftCardId === null || invoiceId === null) return
  const card = await cardHas(ctx, checkout, balanceSql(sql`${ctx.studio.id}`, sql`${invoiceId}`))
  if (!card || card.minor <= 0) return
  await takePayment(ctx, {
    key: giftPaymentId(id),
    invoiceId,
    amountMinor: card.minor,
    method: 'gift_card',
    cardId: giftCardId,
    note: codeEnd(card.lastFour),
    promisedOn: promisedOn(ctx, checkout),
  })
}

/** The payment of a purchase by its gift card: no form's key, nor that of an online payment. */
export const giftPaymentId = (checkoutId: string): string => `gift-${checkoutId}`
