/** What a provider does with money after it was paid: refunds, disputes, payouts with their lines. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Refunds that go back to the card or account they came from. The books have them with their credit
 * note; a row says what the provider did about it.
 */
export const providerRefunds = sqliteTable(
  'provider_refunds',
  {
    /** The key of the refund's form, and of the provider's request. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** The payment that it takes back. */
    attemptId: text('attempt_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** `asked`: the provider hasn't answered. Failed, it is account credit of the person. */
    state: text({ enum: ['asked', 'pending', 'succeeded', 'failed'] }).notNull(),
    /** The provider's id: `re_…`. */
    refundRef: text('refund_ref'),
    createdAt: text('created_at').notNull(),
    settledAt: text('settled_at'),
  },
  (t) => [
    index('provider_refunds_by_attempt').on(t.studioId, t.attemptId),
    index('provider_refunds_by_person').on(t.studioId, t.personId),
    index('provider_refunds_waiting')
      .on(t.studioId, t.createdAt)
      .where(sql`state IN ('asked', 'pending')`),
  ],
)

export const disputeStates = ['needs_response', 'under_review', 'won', 'lost'] as const

/** Payments that their payer asked a bank to take back. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** The provider's id: `dp_…`. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** Null where the payment went to account credit. */
    invoiceId: text('invoice_id'),
    attemptId: text('attempt_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** Why, in the provider's word. */
    reason: text().notNull(),
    state: text({ enum: disputeStates }).notNull(),
    /** Until when the studio can answer it at the provider's. */
    answerBy: text('answer_by'),
    openedAt: text('opened_at').notNull(),
    closedAt: text('closed_at'),
  },
  (t) => [
    index('disputes_by_day').on(t.studioId, t.openedAt),
    index('disputes_by_invoice').on(t.studioId, t.invoiceId),
    index('disputes_by_person').on(t.studioId, t.personId),
    index('disputes_open').on(t.studioId, t.openedAt).where(sql`closed_at IS NULL`),
  ],
)

export const payoutStates = ['pending', 'in_transit', 'paid', 'failed'] as const

/** What the provider sends to the studio's bank. */
export const payouts = sqliteTable(
  'payouts',
  {
    /** The provider's id: `po_…`. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    state: text({ enum: payoutStates }).notNull(),
    /** Local date on which it is at the bank. */
    arrivesOn: text('arrives_on').notNull(),
    createdAt: text('created_at').notNull(),
    /** Why it failed, in the provider's word. */
    failure: text().notNull().default(''),
    /** Its lines are all here. */
    linesAt: text('lines_at'),
  },
  (t) => [
    index('payouts_by_day').on(t.studioId, t.arrivesOn, t.id),
    index('payouts_without_lines').on(t.studioId, t.createdAt).where(sql`lines_at IS NULL`),
    index('payouts_coming')
      .on(t.studioId, t.arrivesOn)
      .where(sql`state IN ('pending', 'in_transit')`),
  ],
)

/** What a payout is made of: the sum of `net_minor` is its amount. */
export const payoutLines = sqliteTable(
  'payout_lines',
  {
    studioId: text('studio_id').notNull(),
    payoutId: text('payout_id').notNull(),
    /** The provider's id: `txn_…`. */
    id: text().notNull(),
    kind: text({ enum: ['payment', 'refund', 'dispute', 'fee', 'other'] }).notNull(),
    /** Before the provider's fee, and after it, with their signs. */
    amountMinor: integer('amount_minor').notNull(),
    feeMinor: integer('fee_minor').notNull(),
    netMinor: integer('net_minor').notNull(),
    at: text().notNull(),
    /** The try it belongs to; null where it is not one of ours. */
    attemptId: text('attempt_id'),
    what: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.payoutId, t.id] })],
)
