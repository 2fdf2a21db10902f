/** Payouts and disputes in words. Pure. */

type Words = { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null }

export const payoutWords: Readonly<Record<'pending' | 'in_transit' | 'paid' | 'failed', Words>> = {
  pending: { text: 'Coming', tone: 'line' },
  in_transit: { text: 'On its way', tone: 'line' },
  paid: { text: 'Paid out', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
}

export const lineWords: Readonly<
  Record<'payment' | 'refund' | 'dispute' | 'fee' | 'other', string>
> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  other: 'Other',
}

export const disputeWords: Readonly<
  Record<'needs_response' | 'under_review' | 'won' | 'lost', Words>
> = {
  needs_response: { text: 'To answer', tone: 'bad' },
  under_review: { text: 'With the bank', tone: 'warn' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
}

const reasons: Readonly<Record<string, string>> = {
  fraudulent: 'the card holder doesn’t know the payment',
  duplicate: 'it was charged twice',
  product_not_received: 'they didn’t get what they paid for',
  product_unacceptable: 'it wasn’t what they expected',
  subscription_canceled: 'they had cancelled',
  credit_not_processed: 'a refund didn’t come',
  unrecognized: 'the card holder doesn’t recognise it',
}

/** Why a bank was asked to take a payment back, as part of a sentence. */
export const disputeReason = (code: string): string =>
  reasons[code] ?? (code === '' ? 'no reason given' : code.replaceAll('_', ' '))

const everyWords: Readonly<Record<string, string>> = {
  daily: 'Every day',
  manual: 'When you ask for it',
}

/** `daily`, `weekly friday`, `monthly 1` as a studio reads it. */
export function payoutEveryWords(every: string): string {
  const [interval = '', anchor = ''] = every.split(' ')
  if (interval === 'weekly')
    return anchor ? `Every ${anchor.charAt(0).toUpperCase()}${anchor.slice(1)}` : 'Every week'
  if (interval === 'monthly') return anchor ? `Every month, day ${anchor}` : 'Every month'
  return everyWords[interval] ?? 'As Stripe has it'
}

/** Why a payout failed, as Stripe names it. */
export const failureWords = (code: string): string =>
  code === '' ? '' : `Your bank refused it: ${code.replaceAll('_', ' ')}.`
