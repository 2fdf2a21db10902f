import type { PaymentProvider, PayoutLineFacts, ProviderAway } from '../provider.ts'
import { disputeFacts, payoutFacts, payoutLine, refundState } from './stripe-money-facts.ts'
import type { StripeClient } from './stripe-parts.ts'

type Reach = <Answer>(ask: () => Promise<Answer>) => Promise<Answer | ProviderAway>

/** Lines that Stripe answers at a time. */
const linesAtOnce = 100

/** What Stripe does with money after it was paid: the part of the provider that only reads. */
export function moneyOfStripe(
  stripe: () => Promise<StripeClient>,
  reach: Reach,
): Pick<PaymentProvider, 'readRefund' | 'readDispute' | 'listPayouts' | 'listPayoutLines'> {
  return {
    readRefund: (stripeAccount, refundRef) =>
      reach(async () => {
        const { status } = await (await stripe()).refunds.retrieve(refundRef, {}, { stripeAccount })
        return { ok: true, state: refundState(status) }
      }),

    readDispute: (stripeAccount, disputeRef) =>
      reach(async () => {
        const { disputes } = await stripe()
        const found = await disputes
          .retrieve(disputeRef, {}, { stripeAccount })
          .catch(noneWhereMissing)
        return { ok: true, facts: found && disputeFacts(found) }
      }),

    listPayouts: (stripeAccount) =>
      reach(async () => {
        const client = await stripe()
        const [{ data }, balance] = await Promise.all([
          client.payouts.list({ limit: 100 }, { stripeAccount }),
          client.balance.retrieve({}, { stripeAccount }),
        ])
        const sum = (parts: readonly { amount: number }[]) =>
          parts.reduce((all, { amount }) => all + amount, 0)
        return {
          ok: true,
          payouts: data.map(payoutFacts),
          balanceMinor: sum(balance.available) + sum(balance.pending),
        }
      }),

    listPayoutLines: (stripeAccount, payout, after) =>
      reach(async () => {
        const { data, has_more: more } = await (await stripe()).balanceTransactions.list(
          {
            payout,
            limit: linesAtOnce,
            expand: ['data.source'],
            ...(after === null ? {} : { starting_after: after }),
          },
          { stripeAccount },
        )
        const lines = data.map(payoutLine).filter((line): line is PayoutLineFacts => line !== null)
        return { ok: true, lines, next: more ? (data.at(-1)?.id ?? null) : null }
      }),
  }
}

/** Stripe has no such thing, or not in this account. */
function noneWhereMissing(error: unknown): null {
  if ((error as { statusCode?: number }).statusCode === 404) return null
  throw error
}
