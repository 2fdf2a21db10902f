/** What an invoice made by hand comes to. Pure. */
import { shareOf, taxInside } from '#app/values/money.ts'

/** What comes off: hundredths of a percent, or minor units. */
export type Discount = { bp: number } | { minor: number }

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

/** A discount of an amount, never more than it. */
export function discountOf(discount: Discount | null, minor: number): number {
  if (!discount) return 0
  return Math.min(minor, 'bp' in discount ? shareOf(minor, discount.bp, 10_000) : discount.minor)
}

/**
 * Parts of an amount in proportion to weights that are whole numbers, which sum to it: what rounding
 * leaves goes to the last part that has weight. No part is more than its weight while the amount is
 * no more than all of them.
 */
export function sharedOut(minor: number, weights: readonly number[]): number[] {
  let left = minor
  let rest = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    // Of what is left by what is left to share: the last share is all of it.
    const part = rest === 0 ? 0 : Math.min(weight, shareOf(left, weight, rest))
    left -= part
    rest -= weight
    return part
  })
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
      ...{ id: line.id, what: line.what, quantity: line.quantity, taxRateBp: line.taxRateBp },
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
