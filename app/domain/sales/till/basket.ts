/** What a basket at the till comes to. Pure. */
import { draftTotals } from '#app/domain/billing/drafts/draft-totals.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import type { GiftOrder } from '../gift-cards/gift-card-forms.ts'

/** A line as it was put in: a price that changes meanwhile is for the next sale. */
export type BasketLine = {
  variantId: string
  name: string
  quantity: number
  unitMinor: number
  taxRateBp: number
  discount: Discount | null
  /** A gift card, with whom it is for; `variantId` is then its own. */
  gift?: GiftOrder
}

export const mostLines = 30

/** What a sale keeps of its lines: for whom a gift card is, the card itself knows. Pure. */
export const withoutGifts = (lines: readonly BasketLine[]): BasketLine[] =>
  lines.map((line) =>
    line.gift
      ? { ...line, name: 'Gift card', gift: { to: '', from: '', email: '', message: '', on: '' } }
      : line,
  )

/** Why something came off at the till, as the invoice prints it. */
const discountReason = 'Discount'

export const basketTotals = (lines: readonly BasketLine[]) =>
  draftTotals({
    lines: lines.map((line) => ({
      id: line.variantId,
      what: line.name,
      quantity: line.quantity,
      unitMinor: line.unitMinor,
      taxRateBp: line.taxRateBp,
      discount: line.discount,
      discountReason,
    })),
    netPrices: false,
    discount: null,
    discountReason: '',
  })

/** How a sale is paid, as typed; cash may be more than is left. */
export type Tendered = {
  cash: number
  card: number
  transfer: number
  credit: number
  gift_card?: number
}

/**
 * What is taken by each method, and the change: only cash gives change. `leftMinor` is still to be
 * paid; null where more is typed than there is to pay and no cash to give it back from.
 */
export function takenOf(dueMinor: number, typed: Tendered) {
  const other = typed.card + typed.transfer + typed.credit + (typed.gift_card ?? 0)
  if (other > dueMinor) return null
  const cash = Math.min(typed.cash, dueMinor - other)
  return {
    taken: { gift_card: 0, ...typed, cash },
    changeMinor: typed.cash - cash,
    leftMinor: dueMinor - other - cash,
  }
}

/** The id of the item that the `n`th line (from 0) of a sale becomes. */
export const itemIdOf = (saleId: string, n: number): string =>
  `${saleId}-${String(n + 1).padStart(2, '0')}`

/** What a sale charges: an item for each line of its basket, and one for the tip. */
export function chargedLines(saleId: string, lines: readonly BasketLine[], tipMinor: number) {
  const kept = withoutGifts(lines)
  const charged = basketTotals(lines).lines.map((line, n) => ({
    ...line,
    what: kept[n]!.name,
    item: itemIdOf(saleId, n),
    kind: lines[n]!.gift ? ('gift_card' as const) : ('product' as const),
  }))
  if (tipMinor === 0) return charged
  const tip = {
    item: `${saleId}-tip`,
    kind: 'tip' as const,
    what: 'Tip',
    quantity: 1,
    amountMinor: tipMinor,
    discountMinor: 0,
    discountReason: '',
    taxRateBp: 0,
  }
  return [...charged, tip]
}

/** The goods of a basket that leave the stock of a location; gift cards are none. */
export const soldMoves = (saleId: string, lines: readonly BasketLine[], locationId: string) =>
  lines.flatMap((line, n) => {
    if (line.gift) return []
    const itemId = itemIdOf(saleId, n)
    return {
      id: `sold-${itemId}`,
      variantId: line.variantId,
      locationId,
      kind: 'sold' as const,
      quantity: -line.quantity,
      itemId,
    }
  })
