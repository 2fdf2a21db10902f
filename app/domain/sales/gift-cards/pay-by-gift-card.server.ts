/** Paying an invoice by the code of a gift card, and what may go back to one. */
import { sql } from 'drizzle-orm'
import { payingCardsStatement } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import {
  type TakePayment,
  type TakePaymentResult,
  takePayment,
} from '#app/domain/billing/invoices/take-payment.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { money } from '#app/values/wording.ts'
import { findGiftCard } from './find-gift-card.server.ts'
import { codeEnd } from './gift-card-code.ts'

/**
 * Takes a payment, or pays out what a credit note gives back. A payment by gift card finds the card
 * by its code (`no_such_card` otherwise); a refund is put back on the card that was used.
 */
export async function takeOrPayByCard(
  ctx: StaffContext,
  payment: Omit<TakePayment, 'cardId'>,
  code: string,
): Promise<TakePaymentResult | { ok: false; reason: 'no_such_card' }> {
  if (payment.method !== 'gift_card') return takePayment(ctx, payment)
  const card = await findGiftCard(ctx, code)
  if (!card) {
    // Without a code it may be a credit note, which needs none.
    const result = await takePayment(ctx, payment)
    const unknown = !result.ok && result.reason === 'not_enough_on_card'
    return unknown ? { ok: false, reason: 'no_such_card' } : result
  }
  const note = [codeEnd(card.lastFour), payment.note].filter(Boolean).join(', ')
  return takePayment(ctx, { ...payment, cardId: card.id, note })
}

/** `To the gift card ••••4T2C, up to £20.00`: what may go back there; empty where nothing may. */
export async function giftCardBack(ctx: StudioContext, invoiceId: string): Promise<string> {
  const [card] = await payingCardsStatement(ctx, sql`${invoiceId}`)
  if (!card) return ''
  const { currency, locale } = ctx.studio
  const most = money(card.restMinor, currency, locale)
  return `To the gift card ${codeEnd(card.lastFour)}, up to ${most}`
}
