/** Tax as the list of settings says it. Pure. */
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'

export const rates = (of: BillingSettings) => [
  of.classesTaxBp,
  of.membershipsTaxBp,
  of.eventsTaxBp,
  of.feesTaxBp,
]

/** `VAT 20% included in prices. Number GB123456789.` */
export function taxWords(billing: BillingSettings): string {
  const own = [...new Set(rates(billing))].sort((a, b) => a - b)
  if (own.every((rate) => rate === 0)) return 'No tax in your prices yet.'
  const said = own.map((rate) => `${rate / 100}%`).join(', ')
  const number = billing.taxNumber ? ` Number ${billing.taxNumber}.` : ''
  return `${billing.taxName} ${said}, included in prices.${number}`
}
