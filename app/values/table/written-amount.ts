/** Amounts as files write them. */
import { highestPriceMinor, parseMinor } from '../money.ts'

const signsOf = (currency: string): string[] => {
  const parts = (display: 'narrowSymbol' | 'symbol') =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: display })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? ''
  return [currency, parts('narrowSymbol'), parts('symbol')]
}

/**
 * Minor units of an amount as a file writes it: `£1,200.50`, `1.200,50`, `49.0000`, `(12.00)` and
 * `-12` below nothing. A mark before three figures parts thousands. Null for what is no amount in
 * this currency, such as one with the sign of another.
 */
export function readAmount(written: string, currency: string): number | null {
  const text = written.trim()
  const below = /^\(.*\)$/.test(text) || /^\p{Sc}?\s*[-−]|[-−]$/u.test(text)
  let bare = text.replace(/^\((.*)\)$/, '$1').replace(/[-−]/g, '')
  for (const sign of signsOf(currency)) bare = bare.replace(sign, '')
  bare = bare
    .trim()
    .replace(/([.,]\d{2})00+$/, '$1')
    .replace(/[.,\s'’](?=\d{3}(?!\d))/g, '')
  if (/\p{Sc}|[A-Za-z]/u.test(bare)) return null
  const minor = parseMinor(bare, currency)
  if (minor === null || minor > highestPriceMinor) return null
  return below ? -minor || 0 : minor
}
