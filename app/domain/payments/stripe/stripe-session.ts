/** A page of Stripe's where somebody pays, or has a card kept. Pure. */
import type Stripe from 'stripe'
import type { PaymentPage } from '../provider.ts'

export function sessionOf(page: PaymentPage) {
  const { attemptId, customerRef, email, what, amountMinor, currency, keeps } = page
  const metadata = { attempt: attemptId }
  const common = {
    client_reference_id: attemptId,
    success_url: page.doneUrl,
    cancel_url: page.backUrl,
    metadata,
    ...whoOf(customerRef, email),
  }
  if (amountMinor === 0) {
    return {
      ...common,
      mode: 'setup',
      currency: currency.toLowerCase(),
      ...(customerRef ? {} : { customer_creation: 'always' }),
      setup_intent_data: { metadata },
    } satisfies Stripe.Checkout.SessionCreateParams
  }
  return {
    ...common,
    mode: 'payment',
    expires_at: page.expiresAt,
    ...(customerRef ? {} : { customer_creation: keeps ? 'always' : 'if_required' }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountMinor,
          product_data: { name: what },
        },
      },
    ],
    payment_intent_data: {
      metadata,
      description: what,
      ...(keeps ? { setup_future_usage: 'off_session' } : {}),
    },
  } satisfies Stripe.Checkout.SessionCreateParams
}

function whoOf(customer: string | null, email: string) {
  if (customer) return { customer }
  return email === '' ? {} : { customer_email: email }
}
