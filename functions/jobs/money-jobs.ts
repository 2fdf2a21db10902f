import { openInvoices, openInvoicesDue } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { lateByHand, lateByHandDue } from '#app/domain/sales/collecting/late-by-hand.server.ts'
import { runSteps, runStepsDue } from '#app/domain/sales/collecting/run-steps.server.ts'
import {
  endOpenFreezes,
  endOpenFreezesDue,
} from '#app/domain/sales/memberships/freezes/end-open-freezes.server.ts'
import { sendReceipts, sendReceiptsDue } from '#app/domain/sales/receipts/send-receipts.server.ts'
import { remindUnpaid, remindUnpaidDue } from '#app/domain/sales/reminders/remind-unpaid.server.ts'
import { giftCardJobs } from './gift-card-jobs.ts'
import {
  chargeCardsJob,
  keepPayoutsJob,
  settlePaymentsJob,
  settleRefundsJob,
  topUpPacksJob,
} from './settle-payments.ts'
import { studioJob } from './studio-job.ts'

/** Jobs of invoices and payments, and of the letters about them. */
export const moneyJobs = [
  studioJob(
    'open-invoices',
    'Put what was charged on invoices, and what was refunded on credit notes.',
    1,
    openInvoicesDue,
    openInvoices,
  ),
  studioJob(
    'late-by-hand',
    'Plan the end of booking where a membership’s bill is paid by hand and late.',
    1,
    lateByHandDue,
    lateByHand,
  ),
  studioJob(
    'end-open-freezes',
    'Give freezes without a last day the last one that their plan leaves.',
    5,
    endOpenFreezesDue,
    endOpenFreezes,
  ),
  chargeCardsJob,
  settlePaymentsJob,
  settleRefundsJob,
  keepPayoutsJob,
  topUpPacksJob,
  studioJob(
    'run-collections',
    'Stop booking by memberships that are not paid in time, and suspend them after the last retry.',
    1,
    runStepsDue,
    runSteps,
  ),
  ...giftCardJobs,
  studioJob(
    'send-receipts',
    'Send a receipt for each payment and refund.',
    1,
    sendReceiptsDue,
    sendReceipts,
  ),
  studioJob(
    'remind-unpaid',
    'Send the first reminder of invoices that no card is charged for, the day after they are due.',
    1,
    remindUnpaidDue,
    remindUnpaid,
  ),
]
