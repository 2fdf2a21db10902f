import type { BeginCheckoutResult } from '#app/domain/sales/checkout/begin-checkout.server.ts'
import { checkoutRefusalWords, checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { couponBuyerWords } from '#app/domain/sales/offers/coupon-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { payingSentences } from '#app/http/payments/begin-payment.server.ts'
import { formatsAt } from '#app/values/formats.ts'

/** Why a press bought nothing, in a sentence, and its code. */
export function refusalOf(
  begun: Extract<BeginCheckoutResult, { ok: false }>,
  ctx: StudioContext,
): { sentence: string; code: string } {
  switch (begun.reason) {
    case 'refused':
      return {
        sentence: checkoutRefusalWords(begun.why, formatsAt(ctx.studio, ctx.now)),
        code: begun.why.reason,
      }
    case 'coupon':
      return { sentence: couponBuyerWords[begun.why], code: 'coupon' }
    case 'price_changed': {
      const { total } = checkoutView(begun.quote, ctx.studio, ctx.now)
      return {
        sentence: `The price changed while you were here: it is ${total} now.`,
        code: begun.reason,
      }
    }
    case 'unpaid':
      return {
        sentence:
          'You have three bookings to pay at the desk. Pay one of them first, or pay online.',
        code: begun.reason,
      }
    default: {
      const { reason: code } = begun
      return { sentence: payingSentences[code === 'not_found' ? 'provider_away' : code], code }
    }
  }
}
