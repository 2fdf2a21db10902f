/**
 * The port of payments by card and debit. Amounts are minor units; ids called `…Ref` are the
 * provider's. Whatever is sent twice with one `key` happens once there.
 */
import type { Instant } from '#app/values/instant.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Where the provider cannot be reached, or does not answer as it should. Nothing is lost by that. */
export type ProviderAway = { ok: false; reason: 'provider_away' }

export type AttemptState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'

/** A card or debit as the provider keeps it. */
export type KeptMethod = {
  ref: string
  kind: 'card' | 'debit'
  brand: string
  last4: string
  /** 0 for what does not end. */
  endMonth: number
  endYear: number
  fingerprint: string
}

/** How a payment stands, whatever told us to look. */
export type PaymentFacts = {
  state: Exclude<AttemptState, 'created'>
  /** Why it failed: `insufficient_funds`, `stolen_card` … */
  code: string | null
  paymentRef: string | null
  customerRef: string | null
  /** What it was paid by, where it is kept for later. */
  kept: KeptMethod | null
  /** What was paid; 0 where a card was kept. */
  amountMinor: number
}

export type AccountFacts = {
  state: 'pending' | 'active' | 'restricted'
  missing: string[]
  testMode: boolean
  /** What payers read on their bank's statement; empty where the provider has its own. */
  statementText: string
  /** How often money is sent to the bank, such as `daily`, `weekly friday` or `manual`. */
  payoutEvery: string
}

/** Whether a refund came through; `pending` is on its way for days. */
export type RefundState = 'pending' | 'succeeded' | 'failed'

/** A payment that its payer's bank was asked to take back. */
export type DisputeFacts = {
  ref: string
  paymentRef: string
  amountMinor: number
  currency: string
  reason: string
  state: 'needs_response' | 'under_review' | 'won' | 'lost'
  answerBy: Instant | null
  openedAt: Instant
}

export type PayoutFacts = {
  ref: string
  amountMinor: number
  currency: string
  state: 'pending' | 'in_transit' | 'paid' | 'failed'
  /** The provider counts its days in UTC. */
  arrivesOn: LocalDate
  createdAt: Instant
  failure: string
}

export type PayoutLineFacts = {
  ref: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  amountMinor: number
  feeMinor: number
  netMinor: number
  at: Instant
  /** The payment it belongs to. */
  paymentRef: string | null
  what: string
}

export type PaymentPage = {
  key: string
  attemptId: string
  customerRef: string | null
  email: string
  what: string
  amountMinor: number
  currency: string
  /** The card is kept for later. */
  keeps: boolean
  /** Addresses of ours that the page leads back to. */
  doneUrl: string
  backUrl: string
  /** Until when it can be paid, in seconds since 1970. */
  expiresAt: number
}

export type Charge = {
  key: string
  attemptId: string
  customerRef: string
  methodRef: string
  what: string
  amountMinor: number
  currency: string
}

/** What a webhook is about: the attempt it names, and the account it came from. */
export type ProviderEvent = {
  id: string
  kind: string
  accountRef: string | null
  attemptId: string | null
  /** What it tells of that is no payment. */
  about: { kind: 'refund' | 'dispute' | 'payout'; ref: string } | null
}

export type PaymentProvider = {
  openAccount(of: {
    key: string
    name: string
    email: string
    country: string
  }): Promise<{ ok: true; accountRef: string } | ProviderAway>
  /** The provider's page where the studio tells who it is. */
  accountPage(
    accountRef: string,
    urls: { doneUrl: string; againUrl: string },
  ): Promise<{ ok: true; url: string } | ProviderAway>
  readAccount(accountRef: string): Promise<{ ok: true; facts: AccountFacts } | ProviderAway>
  /**
   * A page where somebody pays; with an amount of 0 they have a card kept there. `not_taken`: the
   * provider takes no such payment, as one that is too small.
   */
  openPage(
    accountRef: string,
    page: PaymentPage,
  ): Promise<
    { ok: true; pageRef: string; url: string } | ProviderAway | { ok: false; reason: 'not_taken' }
  >
  readPage(
    accountRef: string,
    pageRef: string,
  ): Promise<{ ok: true; facts: PaymentFacts } | ProviderAway>
  /** Nobody can pay there any more; `facts` say whether somebody did before. */
  endPage(
    accountRef: string,
    pageRef: string,
  ): Promise<{ ok: true; facts: PaymentFacts } | ProviderAway>
  /** Takes money by what is kept, nobody being there. */
  charge(
    accountRef: string,
    charge: Charge,
  ): Promise<{ ok: true; facts: PaymentFacts } | ProviderAway>
  /** A charge that was asked for and whose answer was lost; null where there was none. */
  findCharge(
    accountRef: string,
    of: { attemptId: string; customerRef: string },
  ): Promise<{ ok: true; facts: PaymentFacts | null } | ProviderAway>
  readPayment(
    accountRef: string,
    paymentRef: string,
  ): Promise<{ ok: true; facts: PaymentFacts } | ProviderAway>
  forgetMethod(accountRef: string, methodRef: string): Promise<{ ok: true } | ProviderAway>
  refund(
    accountRef: string,
    of: { key: string; paymentRef: string; amountMinor: number },
  ): Promise<
    | { ok: true; refundRef: string; state: RefundState }
    | { ok: false; reason: 'refused' }
    | ProviderAway
  >
  readRefund(
    accountRef: string,
    refundRef: string,
  ): Promise<{ ok: true; state: RefundState } | ProviderAway>
  readDispute(
    accountRef: string,
    disputeRef: string,
  ): Promise<{ ok: true; facts: DisputeFacts | null } | ProviderAway>
  /** The newest payouts, newest first, at most 100, and what is held and not sent. */
  listPayouts(
    accountRef: string,
  ): Promise<{ ok: true; payouts: PayoutFacts[]; balanceMinor: number } | ProviderAway>
  /** A hundred lines of a payout, behind `after`; the payout's own line is left out. */
  listPayoutLines(
    accountRef: string,
    payoutRef: string,
    after: string | null,
  ): Promise<{ ok: true; lines: PayoutLineFacts[]; next: string | null } | ProviderAway>
  /** Reads a webhook, where it is signed with our secret and not older than 300 s; else null. */
  readEvent(body: string, signature: string): Promise<ProviderEvent | null>
}
