/** Why a payment failed and what to do about it. Pure. */

const sentences: Readonly<Record<string, string>> = {
  insufficient_funds: 'There isn’t enough money on the account.',
  expired_card: 'The card is out of date.',
  incorrect_cvc: 'The security code isn’t right.',
  incorrect_number: 'The card number isn’t right.',
  lost_card: 'The bank no longer takes this card.',
  stolen_card: 'The bank no longer takes this card.',
  pickup_card: 'The bank no longer takes this card.',
  closed_account: 'The account is closed.',
  authentication_required: 'The bank wants its customer to confirm the payment.',
  resource_missing: 'The card is no longer kept.',
  no_card: 'There is no card to charge.',
  processing_error: 'The bank couldn’t be reached.',
}

/** Anyone who reads it can do something about it: the bank’s reason, or that it gave none. */
export const failureWords = (code: string | null): string =>
  sentences[code ?? ''] ?? 'The bank refused it and gave no reason.'

/** A card that no later try will get money from (R10): its holder must give another. */
const hopeless = new Set([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'expired_card',
  'closed_account',
  'incorrect_number',
  'invalid_account',
  'authentication_required',
  'resource_missing',
  'no_card',
])

export const worthRetrying = (code: string | null): boolean => !hopeless.has(code ?? '')

/** `Visa ending 4242`. */
export function methodName({ brand, last4 }: { brand: string; last4: string }): string {
  const names: Record<string, string> = {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'American Express',
    sepa_debit: 'SEPA debit',
    bacs_debit: 'Direct Debit',
  }
  const name = names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
  return last4 === '' ? name : `${name} ending ${last4}`
}
