/** Buying a gift card online, through the checkout that everything else is bought through. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { buyerPerson } from '../checkout/buyer-person.server.ts'
import { checkoutStatement } from '../checkout/carry-out-checkout.server.ts'
import { type Buyer, insertCheckout } from '../checkout/checkout-rows.server.ts'
import { goOnToPay } from '../checkout/go-on-to-pay.server.ts'
import { refusalOfKnown } from '../checkout/refusal-of-known.server.ts'
import { giftCardSettingsFrom, giftCardSettingsStatement } from './gift-card-settings.server.ts'
import { lastDayOf } from './gift-card-settings.ts'
import { type GiftToBuy, giftName, keptGift } from './gift-to-buy.ts'

/**
 * What the page on which a gift card is bought says; null where the studio sells none online. One
 * trip.
 */
export async function buyGiftPage(
  ctx: StudioContext,
  viewer: { personId: string | null; name: string; email: string } | null,
) {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    ...shellStatements(ctx, viewer),
    rules: giftCardSettingsStatement(ctx),
    takes: takesOnlineStatement(ctx),
  })
  const rules = giftCardSettingsFrom(read.rules)
  if (!rules.online) return null
  const until = lastDayOf(rules, localDate(now, studio.timeZone))
  return {
    shell: toShell(read, viewer),
    online: read.takes.length > 0,
    until: until ? dayMonthYear(until, studio.locale) : '',
  }
}

export type BuyGiftResult =
  | { ok: true; next: 'pay' | 'done' | 'mail' }
  | {
      ok: false
      reason: 'not_found' | 'not_connected' | 'provider_away' | 'not_taken' | 'unpaid'
    }
  | { ok: false; reason: 'banned' | 'left' }

/**
 * Begins buying a gift card: paid on the provider's page, or at the desk, and worth nothing before.
 * The same key is the same purchase. Refused where the studio sells none online (`not_found`), where
 * it takes no cards (`not_connected`), for who is banned or has left, and where three purchases are
 * unpaid.
 */
export async function buyGiftCard(
  ctx: StudioContext,
  paying: PaymentContext | null,
  buyer: Buyer,
  gift: GiftToBuy,
  { key, method }: { key: string; method: 'online' | 'desk' },
  back: { doneUrl: () => string },
): Promise<BuyGiftResult> {
  const { db, studio } = ctx
  const byKey = sql`checkout.token_hash = ${hashSecretToken(key)}`
  const { rules, takes, again } = await batch(db, {
    rules: giftCardSettingsStatement(ctx),
    takes: takesOnlineStatement(ctx),
    again: checkoutStatement(ctx, byKey),
  })
  if (again.length === 0) {
    if (!giftCardSettingsFrom(rules).online) return { ok: false, reason: 'not_found' }
    if (method === 'online' && !(takes.length > 0 && paying))
      return { ok: false, reason: 'not_connected' }
    const personId = buyer.kind === 'stranger' ? await buyerPerson(ctx, buyer) : buyer.personId
    const phone = buyer.kind === 'stranger' ? buyer.phone : ''
    const why = await refusalOfKnown(ctx, { personId, packageId: '', phone })
    if (why === 'banned' || why === 'left') return { ok: false, reason: why }
    await insertCheckout(ctx, {
      id: newId(),
      key,
      personId,
      buyer,
      method,
      amountMinor: gift.amountMinor,
      choice: { occurrenceId: null, packageId: null, planId: null, coupon: '' },
      gift: keptGift(gift),
    })
  }
  const [checkout] = await checkoutStatement(ctx, byKey)
  if (!checkout) return { ok: false, reason: 'unpaid' }
  const name = giftName(gift, studio.currency, studio.locale)
  const what = `${studio.name}, ${name}`
  // The letter goes to an address that nobody has shown to be theirs: it has no words of the form.
  const proof = { what: giftName({ ...gift, to: '' }, studio.currency, studio.locale), when: null }
  return goOnToPay(ctx, paying, { checkout, buyer, what, proof }, back)
}
