import type Stripe from 'stripe'

/**
 * What of Stripe we call, by the names of its client. The Worker holds these alone
 * (scripts/vite/lean-stripe.ts): of the others, some 190, each would be a class that nobody asks.
 */
export const stripeParts = [
  'accountLinks',
  'accounts',
  'balance',
  'balanceTransactions',
  'checkout',
  'disputes',
  'paymentIntents',
  'paymentMethods',
  'payouts',
  'refunds',
] as const satisfies (keyof Stripe)[]

/** Stripe's client with what the Worker holds of it; another part is refused by the types. */
export type StripeClient = Pick<Stripe, (typeof stripeParts)[number] | 'webhooks'>
