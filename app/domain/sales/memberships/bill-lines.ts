/** Lines of a bill as an invoice has them, with the working in words. Pure. */
import type { Bill, BillLine, PlanTerms } from '#app/domain/entitlements/membership-terms.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { frozenWords, type MoneyReader, offWords, partWords } from '../quotes/quote-words.ts'

export type ChargeLine = {
  kind: 'membership' | 'freeze' | 'joining_fee'
  amountMinor: number
  working: string
  from: LocalDate
  until: LocalDate
  /** What came off the amount, and why. */
  discountMinor?: number
  discountReason?: string
}

/** The lines of a bill: `Unlimited, 14/30 days of £75.00`, `Unlimited, 10/30 days frozen`. */
export function linesOf(
  lines: readonly BillLine[],
  { name, priceMinor, family }: Pick<PlanTerms, 'name' | 'priceMinor' | 'family'>,
  reader: MoneyReader,
): ChargeLine[] {
  return lines.map((line) => ({
    kind: line.kind,
    amountMinor: line.amountMinor,
    working: [name, lineWords(line, family?.fullMinor ?? priceMinor, reader)]
      .filter(Boolean)
      .join(', '),
    from: line.from,
    until: line.until,
    ...(line.off
      ? {
          discountMinor: line.off.familyMinor + line.off.couponMinor,
          discountReason: offWords(line.off),
        }
      : {}),
  }))
}

function lineWords(line: BillLine, priceMinor: number, reader: MoneyReader): string {
  if (line.kind === 'joining_fee') return 'joining fee'
  return line.kind === 'freeze' ? frozenWords(line) : partWords(line, priceMinor, reader)
}

/** What a bill comes to, what comes off included; negative where it gives back. */
export const sumOf = ({ totalMinor, creditMinor }: Bill): number => totalMinor - creditMinor
