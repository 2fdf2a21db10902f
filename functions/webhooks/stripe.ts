/** What Stripe tells us. Each event only makes us look: what counts is what Stripe says then. */
import { type Context, Hono } from 'hono'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import {
  checkAccount,
  studioOfAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { ProviderEvent } from '#app/domain/payments/provider.ts'
import { keepPayouts } from '#app/domain/sales/banking/keep-payouts.server.ts'
import { noteDispute } from '#app/domain/sales/banking/note-dispute.server.ts'
import { sendRefund } from '#app/domain/sales/banking/refund-to-card.server.ts'
import { settleAttempt } from '#app/domain/sales/checkout/settle-attempt.server.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { readBody } from '#app/http/form.server.ts'
import { providerOf } from '#app/http/payments/payment-provider.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'

/** Stripe's events are some kilobytes. */
const eventBytes = 256 * 1024

/**
 * `POST /webhooks/stripe`: 200 once its effect is there, or there is none; 400 for what Stripe did
 * not sign; 503 where Stripe can't be asked, so that it tells us again.
 */
export const stripeWebhook = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const provider = providerOf(c.env)
  if (!provider) return c.text('There is no payment provider.', 404)
  const body = await readBody(c.req.raw, eventBytes).catch((refusal) => {
    if (refusal instanceof Response) return refusal
    throw refusal
  })
  if (body instanceof Response) return body
  const signature = c.req.header('Stripe-Signature') ?? ''
  const event = await provider.readEvent(new TextDecoder().decode(body), signature)
  if (!event) return c.text('This event is not signed by Stripe, or is too old.', 400)
  const { accountRef, attemptId, kind, id } = event
  const ctx = accountRef === null ? null : await contextOf(c, app, accountRef)
  if (!ctx) return c.text('No studio has this account.', 200)
  const paying = { ...ctx, provider }
  if (kind === 'account.updated') await checkAccount(paying)
  if (event.about && !(await noteMoney(paying, event.about))) return c.text('Ask again.', 503)
  if (attemptId !== null) {
    const settled = await settleAttempt(paying, attemptId, { id, kind })
    if (!settled.ok && settled.reason === 'provider_away') return c.text('Ask again.', 503)
  }
  return c.text('Noted.', 200)
})

/** A refund, a dispute or a payout: false where the provider can't be asked now. */
async function noteMoney(
  paying: PaymentContext,
  { kind, ref }: NonNullable<ProviderEvent['about']>,
): Promise<boolean> {
  if (kind === 'payout') {
    await keepPayouts(paying)
    return true
  }
  if (kind === 'refund') return (await sendRefund(paying, { refundRef: ref })) !== null
  const noted = await noteDispute(paying, ref)
  return noted.ok || noted.reason !== 'provider_away'
}

async function contextOf(c: Context<ServerEnv>, app: RequestContext, accountRef: string) {
  const studioId = await studioOfAccount(app.directory, accountRef)
  const [studio] = studioId === null ? [] : await listOpenStudios(app.directory, [studioId])
  if (!studio) return null
  const { now } = await app.loadVisitor()
  return {
    db: app.shardOf(studio),
    studio,
    now,
    nowMs: app.nowMs,
    origin: app.origin,
    secret: readConfiguration(c.env).secret,
  }
}
