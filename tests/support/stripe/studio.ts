/** A studio that takes payments by the stand-in, and people who pay with kept cards. */
import { sql } from 'drizzle-orm'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import { keepCard } from '#app/domain/sales/checkout/pay-online.server.ts'
import { settleAttempt } from '#app/domain/sales/checkout/settle-attempt.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { type Person, type World, type WorldOptions, world } from '../world.ts'
import type { StripeStandIn } from './stand-in.ts'

export const card = {
  good: '4242 4242 4242 4242',
  /** Kept without trouble, and without money when it is charged. */
  empty: '4000 0000 0000 0341',
  wantsConfirming: '4000 0027 6000 3184',
}

export function payingStudio(stripe: () => StripeStandIn) {
  const paying = (w: World, at: Instant): PaymentContext => {
    const { secretKey, webhookSecret, url: apiUrl } = stripe()
    return {
      ...w.at(at),
      nowMs: Date.now(),
      provider: stripeProvider({ secretKey, webhookSecret, apiUrl }),
    }
  }
  return {
    paying,
    /** A studio whose account with the provider is open for business. */
    async connected(now: Instant, options: WorldOptions = {}): Promise<World> {
      const w = await world({ now, ...options })
      const ctx = { ...paying(w, now), actor: w.asDesk(now).actor }
      const urls = { doneUrl: 'https://cadence.test/done', againUrl: 'https://cadence.test/again' }
      const connect = await connectAccount(ctx, w.directory, urls)
      if (!connect.ok) throw new Error('The stand-in is away')
      await fetch(connect.url, { method: 'POST', redirect: 'manual' })
      await checkAccount(ctx)
      return w
    },
    /** Has a card kept on the provider's page; answers its id. */
    async keeps(w: World, { id, email, name }: Person, number: string, now: Instant) {
      const ctx = paying(w, now)
      const payer = { personId: id, email, name }
      const begun = await keepCard(ctx, payer, { doneUrl: () => 'https://cadence.test/kept' })
      if (!begun.ok) throw new Error(begun.reason)
      const [page] = await w.db.all<{ url: string }>(sql`
        SELECT page_url AS url FROM payment_attempts WHERE id = ${begun.attemptId}`)
      await stripe().payOn(page!.url, number)
      await settleAttempt(ctx, begun.attemptId)
      const [kept] = await w.db.all<{ id: string }>(sql`
        SELECT method_id AS id FROM payment_attempts WHERE id = ${begun.attemptId}`)
      return kept!.id
    },
  }
}
