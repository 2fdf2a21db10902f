/** How money came in or went out, in words. Pure. */

/** By hand at the desk: what somebody taking money chooses from. */
export const methodsByHand = ['cash', 'card', 'transfer'] as const
export type MethodByHand = (typeof methodsByHand)[number]

/**
 * `online` is what a provider took; `desk` was noted as paid without saying how; `credit` is the
 * person's account, `gift_card` a card that was paid before: neither is money taken (R12).
 */
export const paymentMethods = [...methodsByHand, 'online', 'desk', 'credit', 'gift_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const methodWords: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card terminal',
  transfer: 'Bank transfer',
  online: 'Paid online',
  desk: 'At the desk',
  credit: 'Account credit',
  gift_card: 'Gift card',
}

/** Money came in or went out, not what was paid for before. */
export const isMoney = (method: PaymentMethod): boolean =>
  method !== 'credit' && method !== 'gift_card'

/** The ways to pay by hand, to choose from. */
export const byHandChoices = (): { value: string; label: string }[] =>
  methodsByHand.map((value) => ({ value, label: methodWords[value] }))

/**
 * How money may go back, to choose from. `account`: there is somebody whose account can keep it;
 * `card`: what it came from, in words, where it can go back there; `giftCard` the same.
 */
export const backMethods = ({
  account,
  card = '',
  giftCard = '',
}: {
  account: boolean
  card?: string
  giftCard?: string
}) => [
  ...(giftCard === '' ? [] : [{ value: 'gift_card', label: giftCard }]),
  ...(card === '' ? [] : [{ value: 'online', label: card }]),
  ...byHandChoices(),
  ...(account ? [{ value: 'credit', label: 'Keep it as account credit' }] : []),
]
