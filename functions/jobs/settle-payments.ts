import { keepPayouts, keepPayoutsDue } from '#app/domain/sales/banking/keep-payouts.server.ts'
import { settleRefunds, settleRefundsDue } from '#app/domain/sales/banking/refund-to-card.server.ts'
import {
  settlePayments,
  settlePaymentsDue,
} from '#app/domain/sales/checkout/settle-payments.server.ts'
import {
  chargeDue,
  chargeDueDue,
  chargedAtOnce,
} from '#app/domain/sales/collecting/charge-due.server.ts'
import { runTopUps, runTopUpsDue } from '#app/domain/sales/top-ups/run-top-ups.server.ts'
import { providerOf } from '#app/http/payments/payment-provider.server.ts'
import type { StudioJob } from './job.ts'

/** Asks the provider about payments that nobody told us the end of, and books what was paid. */
export const settlePaymentsJob: StudioJob = {
  of: 'studios',
  name: 'settle-payments',
  description: 'Bring payments online to where they stand, and book what was paid.',
  everyMinutes: 5,
  due: settlePaymentsDue,
  work: async (ctx, { env }) => {
    const provider = providerOf(env)
    return provider ? settlePayments({ ...ctx, provider }) : 0
  },
}

/** Charges what is due to the cards that people had kept. */
export const chargeCardsJob: StudioJob = {
  of: 'studios',
  name: 'charge-cards',
  description: 'Charge what is due to kept cards, and try again what failed.',
  everyMinutes: 1,
  due: chargeDueDue,
  work: async (ctx, { env }) => {
    const provider = providerOf(env)
    if (!provider) return 0
    const done = await chargeDue({ ...ctx, provider })
    return { done, failed: 0, more: done >= chargedAtOnce }
  },
}

/** Has the provider give back what the books have given back. */
export const settleRefundsJob: StudioJob = {
  of: 'studios',
  name: 'settle-refunds',
  description: 'Give refunds back to the cards they came from.',
  everyMinutes: 1,
  due: settleRefundsDue,
  work: async (ctx, { env }) => {
    const provider = providerOf(env)
    return provider ? settleRefunds({ ...ctx, provider }) : 0
  },
}

/** Asks what the provider sends to the bank, where no webhook told us. */
export const keepPayoutsJob: StudioJob = {
  of: 'studios',
  name: 'keep-payouts',
  description: 'Keep what is paid out to the studio, and what each payout is made of.',
  everyMinutes: 10,
  due: keepPayoutsDue,
  work: async (ctx, { env }) => {
    const provider = providerOf(env)
    return provider ? keepPayouts({ ...ctx, provider }) : 0
  },
}

/** Buys packs again for members who asked for it, once their last one is used up. */
export const topUpPacksJob: StudioJob = {
  of: 'studios',
  name: 'top-up-packs',
  description: 'Buy packs again that members asked to have bought again, a day after telling them.',
  everyMinutes: 5,
  due: runTopUpsDue,
  work: async (ctx, { env }) => {
    const provider = providerOf(env)
    return provider ? runTopUps({ ...ctx, provider }) : 0
  },
}
