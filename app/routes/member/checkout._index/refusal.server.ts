import { json } from '@remix-run/cloudflare'
import type { BeginCheckoutResult } from '#app/domain/sales/checkout/begin-checkout.server.ts'
import { type CheckoutChoice, giftForm } from '#app/domain/sales/checkout/checkout-choice.ts'
import {
  type CheckoutQuote,
  readCheckout,
} from '#app/domain/sales/checkout/checkout-quote.server.ts'
import { checkoutRefusalWords, checkoutView } from '#app/domain/sales/checkout/checkout-words.ts'
import { giftForCheckout } from '#app/domain/sales/checkout/gift-pays.server.ts'
import { couponBuyerWords } from '#app/domain/sales/offers/coupon-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { invalid, parsePosted, refused, shownAgain } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { payingSentences } from '#app/http/payments/begin-payment.server.ts'
import { formatsAt } from '#app/values/formats.ts'

/** Why a gift card doesn’t pay, in a sentence. */
export const giftWords = {
  no_such_card: 'No gift card has this code. Check it against the card.',
  card_pays_nothing:
    'There is nothing on this card that can be spent: it is used up, over or not paid yet.',
  card_kept:
    'Another purchase that was begun keeps what is on this card. Finish that one, pay another way, or try again later: one that nobody pays is over within two hours.',
  till_closed:
    'Today’s takings are closed already. Use the gift card tomorrow, or pay another way.',
  too_many_tries:
    'Too many codes were tried. Wait ten minutes, then try again, or show us the card.',
} as const

type Begun = Extract<BeginCheckoutResult, { ok: false }>

/** Answers a press that bought nothing: the sum with a gift card that nobody looked at yet, or why. */
export function refusedPress(submission: Asked, begun: Begun, ctx: StudioContext) {
  if (begun.reason === 'gift') {
    const { found, quote } = begun
    return found.ok
      ? withGift(submission, ctx, quote, found)
      : refusedGift(submission, found.reason)
  }
  const { sentence, code } = refusalOf(begun, ctx)
  return refused(submission, { form: [sentence], code })
}

/** Why a press bought nothing, in a sentence, and its code. */
function refusalOf(
  begun: Exclude<Begun, { reason: 'gift' }>,
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

type Asked = Parameters<typeof refused>[0]

/** Refuses a gift card beside its field. */
export const refusedGift = (submission: Asked, reason: keyof typeof giftWords) =>
  refused(submission, { fields: { giftCode: [giftWords[reason]] }, code: reason })

/** The press of “Use the gift card”: the page again with what it pays, or why it doesn’t. */
export async function lookAtGift(
  posted: FormData,
  ctx: StudioContext,
  viewer: { personId: string | null; self?: string } | null,
  choice: CheckoutChoice,
  { mayTry, begunKey }: { mayTry: () => Promise<boolean>; begunKey: string | null },
) {
  const quote = await readCheckout(ctx, viewer?.personId ?? null, choice)
  if (!quote) throw notFound()
  const asks = parsePosted(posted, giftForm)
  if (asks.status !== 'success') return invalid(asks)
  if (!(await mayTry())) return refusedGift(asks, 'too_many_tries')
  const personIds = [viewer?.personId, viewer?.self].flatMap((id) => id ?? [])
  const { totalMinor } = quote
  const memberId = viewer && (viewer.self ?? viewer.personId)
  const yours = memberId ? { memberId } : { begunKey }
  const found = await giftForCheckout(ctx, asks.value.giftCode, { personIds, totalMinor, yours })
  return found.ok ? withGift(asks, ctx, quote, found) : refusedGift(asks, found.reason)
}

/** The page again, with what a gift card pays of the sum. */
export function withGift(
  submission: Asked,
  ctx: StudioContext,
  quote: CheckoutQuote,
  found: { lastFour: string; minor: number },
) {
  const code = String(submission.payload.giftCode ?? '')
  const view = checkoutView(quote, ctx.studio, ctx.now, found)
  const gift: ShownGift = { code, minor: found.minor, view }
  return json({ ...shownAgain(submission, {}), gift })
}

/** A gift card that was looked at: what it pays, and the page's words with it. */
export type ShownGift = { code: string; minor: number; view: ReturnType<typeof checkoutView> }
