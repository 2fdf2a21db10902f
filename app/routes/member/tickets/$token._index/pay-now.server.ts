import { redirect } from '@remix-run/cloudflare'
import { payOrderOnline } from '#app/domain/sales/checkout/pay-order.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { notFound } from '#app/http/guards.server.ts'
import { payingSentences } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'

/** Begins paying what is held: 303 back here, where the provider's page is linked. */
export async function payNow(app: RequestContext, ctx: StudioContext, token: string) {
  const at = paths.tickets(ctx.studio, token)
  const paying = payingContext(app.env, ctx)
  if (!paying) throw notFound()
  const begun = await payOrderOnline(paying, token, { doneUrl: () => `${app.origin}${at}` })
  if (begun.ok || begun.reason === 'not_there') return redirect(at, 303)
  throw refusalPage(begun.reason, payingSentences[begun.reason], at)
}
