import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { paths } from '#app/paths.ts'
import { dayLongTime, money } from '#app/values/wording.ts'
import { giftName, readGift } from '../gift-cards/gift-to-buy.ts'
import { type CheckoutRow, checkoutStatement } from './carry-out-checkout.server.ts'
import { readCheckout } from './checkout-quote.server.ts'
import { mayOweMore } from './checkout-rows.server.ts'
import { checkoutView, notGivenWords } from './checkout-words.ts'

/** What the link of a letter is about; null for a secret that opens nothing. */
export async function confirmPage(
  ctx: StudioContext,
  viewer: { personId: string | null; name: string; email: string } | null,
  token: string,
) {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    ...shellStatements(ctx, viewer),
    found: checkoutStatement(ctx, sql`checkout.proof_hash = ${hashSecretToken(token)}`),
  })
  const [checkout] = read.found
  if (!checkout) return null
  const { occurrenceId, packageId, planId, coupon, gift } = checkout
  const quote = gift
    ? null
    : await readCheckout(ctx, null, { occurrenceId, packageId, planId, coupon })
  const { state, reason } = checkout
  const leftMinor = await leftOf(ctx, checkout)
  const over = state === 'open' && checkout.expiresAt < now
  const unpaid = state === 'open' && !(await mayOweMore(ctx, checkout))
  const held = unpaid ? ('unpaid' as const) : state
  return {
    shell: toShell(read, viewer),
    state: over ? ('over' as const) : held,
    /** Why it, or the class it is for, was not given; empty where all was. */
    why: reason === '' ? '' : notGivenWords(reason),
    booked: checkout.bookingId !== null,
    /** More than the class: what is left of it waits until it is paid. */
    waits: checkout.method === 'desk' && packageId !== null && leftMinor > 0,
    what: gift
      ? giftName(readGift(gift), studio.currency, studio.locale)
      : (quote?.pack?.name ?? quote?.occurrence?.title ?? 'What you chose'),
    when: quote?.occurrence ? dayLongTime(quote.occurrence.localStart, studio.locale) : null,
    /** What is left to pay at the desk; null for nothing. */
    left: leftMinor > 0 ? money(leftMinor, studio.currency, studio.locale) : null,
    terms: quote ? checkoutView(quote, studio, now).terms : null,
    restart: gift
      ? paths.buyGiftCard(studio)
      : paths.checkout(studio, {
          ...(occurrenceId ? { class: occurrenceId } : {}),
          ...(packageId ? { pack: packageId } : {}),
        }),
  }
}

/** What is open of its invoice once it is given; before that, what no gift card is to pay of it. */
async function leftOf(
  { db, studio }: StudioContext,
  { invoiceId, amountMinor, giftMinor }: CheckoutRow,
): Promise<number> {
  if (invoiceId === null) return amountMinor - giftMinor
  const [bill] = await db.all<{ open: number }>(sql`
    SELECT ${balanceSql(sql`${studio.id}`, sql`${invoiceId}`)} AS open`)
  return bill?.open ?? 0
}
