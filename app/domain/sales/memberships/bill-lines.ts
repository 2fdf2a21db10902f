/** Lines of a bill as an invoice has them, with the working in words. Pure. */
import type { Bill, BillLine, PlanTerms } from '#app/domain/entitlements/membership-terms.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { frozenWords, type MoneyReader, partWords } from '../quotes/quote-words.ts'

export type ChargeLine = {
  kind: 'membership' | 'freeze' | 'joining_fee'
  amountMinor: number
  working: string
  from: LocalDate
  until: LocalDate
}

/** The lines of a bill: `Unlimited, 14/30 days of £75.00`, `Unlimited, 10/30 days frozen`. */
export function linesOf(
  lines: readonly BillLine[],
  { name, priceMinor }: Pick<PlanTerms, 'name' | 'priceMinor'>,
  reader: MoneyReader,
): ChargeLine[] {
  return lines.map((line) => ({
    kind: line.kind,
    amountMinor: line.amountMinor,
    working: [name, lineWords(line, priceMinor, reader)].filter(Boolean).join(', '),
    from: line.from,
    until: line.until,
  }))
}

function lineWords(line: BillLine, priceMinor: number, reader: MoneyReader): string {
  if (line.kind === 'joining_fee') return 'joining fee'
  return line.kind === 'freeze' ? frozenWords(line) : partWords(line, priceMinor, reader)
}

/** What a bill comes to, what comes off included; negative where it gives back. */
export const sumOf = ({ totalMinor, creditMinor }: Bill): number => totalMinor - creditMinor
