import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { PaymentProvider } from '#app/domain/payments/provider.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Env } from '../environment.ts'

/** Who takes payments for this installation; null where they are all taken by hand. */
export function providerOf(env: Env): PaymentProvider | null {
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_URL = '' } = env
  if (STRIPE_SECRET_KEY === '') return null
  return stripeProvider({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: STRIPE_API_URL,
  })
}

/** The context with the provider; null without one. */
export function payingContext<Ctx extends StudioContext>(
  env: Env,
  ctx: Ctx,
): (Ctx & PaymentContext) | null {
  const provider = providerOf(env)
  return provider && { ...ctx, provider }
}
