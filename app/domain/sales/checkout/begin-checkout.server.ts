import { sql } from 'drizzle-orm'
import { holdForPerson } from '#app/domain/bookings/waitlist/hold-for-person.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { dayLongTime, dayTime } from '#app/values/wording.ts'
import type { CouponRefusal } from '../offers/coupon-words.ts'
import { buyerPerson } from './buyer-person.server.ts'
import { carryOutCheckout, checkoutStatement } from './carry-out-checkout.server.ts'
import type { CheckoutChoice } from './checkout-choice.ts'
import { type CheckoutQuote, readCheckout } from './checkout-quote.server.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'
import {
  type Buyer,
  holdMinutes,
  insertCheckout,
  keptUntil,
  mayOweMore,
} from './checkout-rows.server.ts'
import {
  cardBuyerOf,
  type GiftFound,
  giftForCheckout,
  giveUpOlder,
  keepCardOn,
} from './gift-pays.server.ts'
import { goOnToPay, paysOnline } from './go-on-to-pay.server.ts'
import { refusalOfKnown } from './refusal-of-known.server.ts'

export type CheckoutPress = {
  key: string
  method: 'online' | 'desk'
  /** What the page said it costs, in minor units. */
  shownMinor: number
  /** A gift card that pays, as its code was typed, and what the page said it pays. */
  gift?: { code: string; shownMinor: number } | null
  /** The key of what somebody without an account began last, as their browser kept it. */
  begunKey?: string | null
}

export type BeginCheckoutResult =
  | { ok: true; next: 'pay' | 'done' | 'mail' }
  | { ok: false; reason: 'not_found' | 'not_connected' | 'provider_away' | 'not_taken' | 'unpaid' }
  | { ok: false; reason: 'price_changed'; quote: CheckoutQuote }
  | { ok: false; reason: 'coupon'; why: CouponRefusal }
  | { ok: false; reason: 'gift'; found: GiftFound; quote: CheckoutQuote }
  | { ok: false; reason: 'refused'; why: CheckoutRefusal }

/**
 * Begins buying what was chosen. Online: a place in the class is kept for the minutes of the
 * provider's page, and all is given once it is paid. At the desk: a member has it at once, with an
 * open invoice; a stranger gets a letter whose link does it, so that nobody books in the name of
 * another. A gift card pays first, of what it has that no other purchase counts on; what its buyer began
 * before with it and did not pay is over then. What it pays whole is had at once. The same key is the
 * same purchase; once its minutes are over it has to get its card again. Refused where it costs something else than was shown
 * (`price_changed`), where the card doesn't pay what was shown (`gift`), where three purchases are unpaid (`unpaid`), and as `readCheckout` says.
 */
export async function beginCheckout(
  ctx: StudioContext,
  paying: PaymentContext | null,
  buyer: Buyer,
  choice: CheckoutChoice,
  press: CheckoutPress,
  back: { doneUrl: () => string },
): Promise<BeginCheckoutResult> {
  const { studio, now } = ctx
  const byKey = sql`checkout.token_hash = ${hashSecretToken(press.key)}`
  const stranger = buyer.kind === 'stranger' ? buyer : null
  const quote = await readCheckout(ctx, stranger ? null : personOf(buyer), choice)
  if (!quote) return { ok: false, reason: 'not_found' }
  let [checkout] = await checkoutStatement(ctx, byKey)
  if (!checkout) {
    const refused = await writeCheckout(ctx, paying, buyer, choice, press, quote)
    ;[checkout] = await checkoutStatement(ctx, byKey)
    // What refuses this press may be what another one with its key has begun in this moment.
    if (!checkout) return refused ?? { ok: false, reason: 'not_found' }
  }
  const { gift } = press
  if (
    checkout.state === 'open' &&
    !(await keepCardOn(ctx, checkout, keptUntil(now, checkout.method)))
  ) {
    const found = gift && (await giftForCheckout(ctx, gift.code, cardFor(buyer, press, quote)))
    return { ok: false, reason: 'gift', found: found ?? { ok: false, reason: 'card_kept' }, quote }
  }
  if (paying && checkout.state === 'open' && paysOnline(checkout) && checkout.occurrenceId)
    await hold(ctx, checkout.id, checkout.occurrenceId, stranger, checkout.personId)
  const what = whatOf(quote, studio)
  const at = quote.occurrence
  const proof = {
    what: nameOf(quote),
    when: at ? dayLongTime(at.localStart, studio.locale) : null,
  }
  return goOnToPay(ctx, paying, { checkout, buyer, what, proof }, back)
}

/** Of whom and of how much a card is asked; `yours` is what its buyer began before. */
const cardFor = (
  buyer: Buyer,
  { begunKey = null }: CheckoutPress,
  { totalMinor }: CheckoutQuote,
) => ({
  personIds: buyer.kind === 'member' ? [buyer.personId, buyer.guardianId ?? ''] : [],
  totalMinor,
  yours: cardBuyerOf(buyer, begunKey),
})

/** Writes the purchase of a press where nothing is against it; answers what is, null for nothing. */
async function writeCheckout(
  ctx: StudioContext,
  paying: PaymentContext | null,
  buyer: Buyer,
  choice: CheckoutChoice,
  press: CheckoutPress,
  quote: CheckoutQuote,
): Promise<Extract<BeginCheckoutResult, { ok: false }> | null> {
  const { key, method, shownMinor, gift } = press
  const { totalMinor: amountMinor } = quote
  if (quote.refusal) return { ok: false, reason: 'refused', why: quote.refusal }
  if (quote.couponRefusal) return { ok: false, reason: 'coupon', why: quote.couponRefusal }
  if (amountMinor !== shownMinor) return { ok: false, reason: 'price_changed', quote }
  const asked = cardFor(buyer, press, quote)
  let paysWith: { cardId: string; minor: number } | null = null
  if (gift) {
    const found = await giftForCheckout(ctx, gift.code, asked)
    if (!found.ok || found.minor !== gift.shownMinor)
      return { ok: false, reason: 'gift', found, quote }
    paysWith = found
  }
  const whole = paysWith?.minor === amountMinor
  if (method === 'online' && !(quote.online && paying) && !whole)
    return { ok: false, reason: 'not_connected' }
  const stranger = buyer.kind === 'stranger' ? buyer : null
  const personId = stranger ? await buyerPerson(ctx, stranger) : personOf(buyer)
  if (stranger || quote.pack?.oncePerPerson) {
    const packageId = quote.pack?.id ?? ''
    const why = await refusalOfKnown(ctx, { personId, packageId, phone: stranger?.phone ?? '' })
    if (why) return { ok: false, reason: 'refused', why: { reason: why } }
  }
  if (paysWith) await giveUpOlder(ctx, paying, { ...paysWith, yours: asked.yours, key })
  const made = { id: newId(), key, personId, buyer, choice, method, amountMinor, paysWith }
  if (await insertCheckout(ctx, made)) return null
  if (paysWith && gift) {
    // Asked without what its buyer began before: that was not given up where it counts.
    const found = await giftForCheckout(ctx, gift.code, { ...asked, yours: undefined })
    const owes = method === 'desk' && !whole
    if (!owes || !found.ok || found.minor < paysWith.minor)
      return { ok: false, reason: 'gift', found, quote }
  }
  return { ok: false, reason: 'unpaid' }
}

const personOf = (buyer: Buyer): string => (buyer.kind === 'member' ? buyer.personId : '')

/** What is bought, in a few words. */
const nameOf = ({ pack, plan, occurrence }: CheckoutQuote): string =>
  pack?.name ?? plan?.name ?? occurrence?.title ?? ''

/** What is paid for, as its payer reads it: `Northside, 5-class pack, with Yin yoga, Tue 18:30`. */
function whatOf(quote: CheckoutQuote, { name, locale }: StudioContext['studio']): string {
  const { occurrence, pack, plan } = quote
  const when = occurrence ? dayTime(occurrence.localStart, locale) : ''
  const offer = pack?.name ?? plan?.name
  if (!occurrence) return `${name}, ${offer}`
  return offer
    ? `${name}, ${offer}, with ${occurrence.title}, ${when}`
    : `${name}, ${occurrence.title}, ${when}`
}

/**
 * Keeps a place while its buyer pays. People whom the studio doesn't know yet have no more than half
 * of a class between them, so that nobody fills it without paying; where none is kept for them they
 * pay all the same, and the place is given if there is one.
 */
async function hold(
  ctx: StudioContext,
  checkoutId: string,
  occurrenceId: string,
  stranger: unknown,
  personId: string,
): Promise<void> {
  const { db, studio } = ctx
  const acting = { ...ctx, actor: systemActor }
  const held = await holdForPerson(
    acting,
    occurrenceId,
    { personId, key: checkoutId, minutes: holdMinutes },
    stranger
      ? sql`EXISTS (SELECT 1 FROM people AS new WHERE new.studio_id = ${studio.id}
            AND new.id = ${personId} AND new.prospect = 1)
          AND (SELECT count(*) FROM bookings AS kept
            JOIN people AS other ON other.id = kept.person_id AND other.prospect = 1
            WHERE kept.studio_id = ${studio.id} AND kept.occurrence_id = o.id
              AND (kept.state IN ('booked','checked_in')
                OR kept.state = 'waitlisted' AND kept.offered_until >= ${ctx.now}))
            < max(2, o.capacity / 2)`
      : undefined,
  )
  if (held.ok)
    await db.run(sql`
      UPDATE checkouts SET booking_id = ${held.bookingId}
      WHERE studio_id = ${studio.id} AND id = ${checkoutId} AND state = 'open'`)
}

export type ConfirmCheckoutResult =
  | { ok: true; bookingId: string | null }
  | { ok: false; reason: 'not_found' | 'over' | 'unpaid' | 'refused' }

/**
 * Carries out what a buyer without an account asked for, by the secret of their letter. Twice is
 * once. Refused once the link's minutes are over, where three purchases are
 * unpaid (`unpaid`), and where it can't be given any more (`refused`).
 */
export async function confirmCheckout(
  ctx: StudioContext,
  token: string,
): Promise<ConfirmCheckoutResult> {
  const which = sql`checkout.proof_hash = ${hashSecretToken(token)}`
  const [checkout] = await checkoutStatement(ctx, which)
  if (!checkout) return { ok: false, reason: 'not_found' }
  if (checkout.state === 'open' && checkout.expiresAt < ctx.now)
    return { ok: false, reason: 'over' }
  if (checkout.state === 'open' && !(await mayOweMore(ctx, checkout)))
    return { ok: false, reason: 'unpaid' }
  const after = await carryOutCheckout(ctx, checkout.id)
  if (after?.state !== 'done') return { ok: false, reason: 'refused' }
  return { ok: true, bookingId: after.bookingId }
}
