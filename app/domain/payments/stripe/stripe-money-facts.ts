/** What Stripe's objects say of refunds, disputes and payouts, in the words of the port. Pure. */
import type Stripe from 'stripe'
import { instantFromMs } from '#app/values/instant.ts'
import type { DisputeFacts, PayoutFacts, PayoutLineFacts, RefundState } from '../provider.ts'

const instantOf = (seconds: number) => instantFromMs(seconds * 1000)

/** Stripe's `canceled` is a refund that never left. */
export function refundState(status: string | null | undefined): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const refOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

const disputeStates: Readonly<Record<string, DisputeFacts['state']>> = {
  needs_response: 'needs_response',
  warning_needs_response: 'needs_response',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const { due_by: due } = dispute.evidence_details
  return {
    ref: dispute.id,
    paymentRef: refOf(dispute.payment_intent),
    amountMinor: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    state: disputeStates[dispute.status] ?? 'needs_response',
    answerBy: due ? instantOf(due) : null,
    openedAt: instantOf(dispute.created),
  }
}

const payoutStates: Readonly<Record<string, PayoutFacts['state']>> = {
  paid: 'paid',
  pending: 'pending',
  in_transit: 'in_transit',
  canceled: 'failed',
  failed: 'failed',
}

export function payoutFacts(payout: Stripe.Payout): PayoutFacts {
  return {
    ref: payout.id,
    amountMinor: payout.amount,
    currency: payout.currency.toUpperCase(),
    state: payoutStates[payout.status] ?? 'pending',
    arrivesOn: instantOf(payout.arrival_date).slice(0, 10),
    createdAt: instantOf(payout.created),
    failure: payout.failure_code ?? '',
  }
}

const kinds: Readonly<Record<string, PayoutLineFacts['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  stripe_fee: 'fee',
  application_fee: 'fee',
}

/** A line of a payout; null for the payout's own. */
export function payoutLine(line: Stripe.BalanceTransaction): PayoutLineFacts | null {
  if (line.type === 'payout') return null
  const source = line.source as {
    object?: string
    payment_intent?: string | { id: string } | null
  } | null
  const disputed = source?.object === 'dispute'
  return {
    ref: line.id,
    kind: disputed ? 'dispute' : (kinds[line.type] ?? 'other'),
    amountMinor: line.amount,
    feeMinor: line.fee,
    netMinor: line.net,
    at: instantOf(line.created),
    paymentRef: refOf(source?.payment_intent) || null,
    what: line.description ?? '',
  }
}
