/** What an invoice made by hand comes to. Pure. */
import { type Discount, discountOf, sharedOut } from '#app/values/billing/discount.ts'
import { shareOf, taxInside } from '#app/values/money.ts'

export type DraftLine = {
  id: string
  what: string
  quantity: number
  /** Price of one, with tax or without it as the draft says. */
  unitMinor: number
  taxRateBp: number
  discount: Discount | null
  discountReason: string
}

export type DraftTerms = {
  lines: readonly DraftLine[]
  /** Tax is added to the prices. */
  netPrices: boolean
  /** What comes off all of it, shared out by what each line comes to. */
  discount: Discount | null
  discountReason: string
}

export type DraftTotal = {
  id: string
  what: string
  quantity: number
  taxRateBp: number
  /** What came off it, of its own and of the whole, in the terms of its price. */
  discountMinor: number
  discountReason: string
  /** To be paid, with tax. */
  amountMinor: number
  taxMinor: number
}

/** The lines as an invoice has them: discounts off, then tax by line, half-up (R12). */
export function draftTotals({ lines, netPrices, discount, discountReason }: DraftTerms) {
  const own = lines.map((line) => {
    const priceMinor = line.quantity * line.unitMinor
    const offMinor = discountOf(line.discount, priceMinor)
    return { line, offMinor, leftMinor: priceMinor - offMinor }
  })
  const weights = own.map(({ leftMinor }) => leftMinor)
  const all = weights.reduce((sum, minor) => sum + minor, 0)
  const shares = sharedOut(discountOf(discount, all), weights)
  const totals = own.map(({ line, offMinor, leftMinor }, i): DraftTotal => {
    const priceMinor = leftMinor - shares[i]!
    const taxMinor = netPrices
      ? shareOf(priceMinor, line.taxRateBp, 10_000)
      : taxInside(priceMinor, line.taxRateBp)
    return {
      id: line.id,
      what: line.what,
      quantity: line.quantity,
      taxRateBp: line.taxRateBp,
      discountMinor: offMinor + shares[i]!,
      discountReason: [offMinor > 0 && line.discountReason, shares[i]! > 0 && discountReason]
        .filter(Boolean)
        .join(', '),
      amountMinor: priceMinor + (netPrices ? taxMinor : 0),
      taxMinor,
    }
  })
  return {
    lines: totals,
    totalMinor: totals.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    taxMinor: totals.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  }
}
