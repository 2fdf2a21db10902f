import {
  settlePayments,
  settlePaymentsDue,
} from '#app/domain/sales/checkout/settle-payments.server.ts'
import { chargeDue, chargeDueDue } from '#app/domain/sales/collecting/charge-due.server.ts'
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
    return provider ? chargeDue({ ...ctx, provider }) : 0
  },
}
