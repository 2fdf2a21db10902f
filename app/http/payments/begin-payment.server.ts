import { redirect } from '@remix-run/cloudflare'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { PayOnlineResult } from '#app/domain/sales/checkout/pay-online.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { notFound } from '../guards.server.ts'
import { refusalPage } from '../refusal-page.server.ts'
import type { RequestContext } from '../request-context.server.ts'
import { payingContext } from './payment-provider.server.ts'

/** Why no payment could begin. */
export const payingSentences = {
  not_connected: 'Paying online isn’t possible here. Pay at the desk.',
  provider_away: 'We can’t reach Stripe just now, and nothing was taken. Try again in a minute.',
  not_taken:
    'Stripe doesn’t take this payment: the amount may be too small. Pay at the desk instead.',
  not_there: 'There is nothing left to pay.',
} as const

/**
 * Begins a payment and leads to its page, which leads on to the provider: 303. A refusal is
 * a page of its own, whose way back is `from`.
 */
export async function answerBegun(
  app: RequestContext,
  ctx: MemberContext,
  from: string,
  begin: (
    paying: MemberContext & PaymentContext,
    back: { doneUrl: (attemptId: string) => string },
  ) => Promise<PayOnlineResult>,
): Promise<Response> {
  const paying = payingContext(app.env, ctx)
  const doneUrl = (attemptId: string) => `${app.origin}${paths.payment(ctx.studio, attemptId)}`
  // No page of an installation without a provider has such a form.
  if (!paying) throw notFound()
  const begun = await begin(paying, { doneUrl })
  if (begun.ok) return redirect(paths.payment(ctx.studio, begun.attemptId), 303)
  if (begun.reason === 'not_found') throw notFound()
  throw refusalPage(begun.reason, payingSentences[begun.reason], from)
}
