/** Why a sale is not made, in one sentence. Pure. */
import { money } from '#app/values/wording.ts'
import type { ReturnGoodsResult } from './return-goods.server.ts'
import type { SellBasketResult } from './sell-basket.server.ts'

type Refused = Exclude<SellBasketResult, { ok: true }>

export function sellRefusal(
  refused: Refused,
  { currency, locale }: { currency: string; locale: string },
): string {
  const sum = (minor: number) => money(minor, currency, locale)
  switch (refused.reason) {
    case 'short':
      return `Too few in stock: ${refused.names.join('; ')}. Check the shelf, then tick Sell all the same.`
    case 'not_all_paid':
      return `${sum(refused.leftMinor)} is still to be paid. Enter how.`
    case 'not_enough_credit':
      return `There is ${sum(refused.mostMinor)} of account credit. Enter less.`
    case 'no_such_card':
      return 'No gift card has this code. Check it against the card.'
    case 'not_enough_on_card':
      return refused.mostMinor === 0
        ? 'Nothing can be paid with this gift card: it is spent, expired or not yet paid for.'
        : `There is ${sum(refused.mostMinor)} on this gift card. Enter that or less.`
    case 'card_for_card':
      return 'A gift card can’t pay for another one. Sell that by itself.'
    case 'needs_person':
      return 'Choose who buys first: account credit and paying later need a person.'
    case 'too_much':
      return 'That is more than there is to pay. Only cash gives change.'
    case 'till_closed':
      return 'Today’s takings are closed, so nothing can be sold.'
    case 'empty':
      return 'The basket is empty. Scan a product, or choose one.'
    default:
      return 'The basket changed meanwhile. Check it, then take the payment.'
  }
}

/** Why fewer come back than somebody typed. */
export function returnedTooMany({
  sold,
  most,
}: Pick<Extract<ReturnGoodsResult, { reason: 'more_than_sold' }>, 'sold' | 'most'>): string {
  if (most === 0) return 'All of these came back already.'
  return most === sold
    ? `Only ${sold} ${sold === 1 ? 'was' : 'were'} sold. Enter that or less.`
    : `Enter at most ${most}: the others came back already.`
}
