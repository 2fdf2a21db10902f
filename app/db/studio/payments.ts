/** Payments that a provider carries out: the studio's account there, cards kept, tries (SM-PAY). */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The studio's own account with the provider; without a row all payments are by hand. */
export const merchantAccounts = sqliteTable('merchant_accounts', {
  studioId: text('studio_id').primaryKey(),
  /** The provider's id of it: `acct_…`. */
  accountRef: text('account_ref').notNull(),
  state: text({ enum: ['pending', 'active', 'restricted'] }).notNull(),
  /** JSON list of what the provider still asks of the studio, in its own words. */
  missing: text().notNull().default('[]'),
  /** Money in it is not real. */
  testMode: integer('test_mode', { mode: 'boolean' }).notNull(),
  connectedAt: text('connected_at').notNull(),
  checkedAt: text('checked_at').notNull(),
  /** What payers read on their bank's statement, and how often money is sent; the provider's words. */
  statementText: text('statement_text').notNull().default(''),
  payoutEvery: text('payout_every').notNull().default(''),
  /** What the provider holds and has not sent. */
  balanceMinor: integer('balance_minor').notNull().default(0),
  /** When payouts were last asked for. */
  payoutsAt: text('payouts_at').notNull().default(''),
})

/** Under which name the provider knows a person. */
export const paymentCustomers = sqliteTable(
  'payment_customers',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    customerRef: text('customer_ref').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('payment_customers_once').on(t.studioId, t.personId)],
)

/** Cards and debits that people let the provider keep. We never see a number. */
export const paymentMethods = sqliteTable(
  'payment_methods',
  {
    /** The provider's id: `pm_…`. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** The provider's name of who kept it, by which it is charged. */
    customerRef: text('customer_ref').notNull(),
    kind: text({ enum: ['card', 'debit'] }).notNull(),
    /** `visa`, or the name of a debit. */
    brand: text().notNull(),
    last4: text().notNull(),
    /** Month and year it ends; 0 for what does not. */
    endMonth: integer('end_month').notNull().default(0),
    endYear: integer('end_year').notNull().default(0),
    /** The same card has the same one, no matter who pays by it: an intro offer is once a card. */
    fingerprint: text().notNull().default(''),
    addedAt: text('added_at').notNull(),
    /** When its holder chose it as the one to be charged; else the newest is. */
    chosenAt: text('chosen_at'),
    removedAt: text('removed_at'),
  },
  (t) => [
    index('payment_methods_by_person').on(t.studioId, t.personId, t.addedAt),
    index('payment_methods_by_card').on(t.studioId, t.fingerprint).where(sql`fingerprint <> ''`),
  ],
)

/**
 * Tries to get paid by the provider, or to have a card kept (SM-PAY). One of a thing and a person is
 * alive at a time, so that two tabs, or a member and the desk, pay once.
 */
export const paymentAttempts = sqliteTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Who pays. */
    personId: text('person_id').notNull(),
    purpose: text({ enum: ['invoice', 'checkout', 'order', 'card'] }).notNull(),
    /** The invoice, checkout or order of tickets; the person themselves for a card. */
    subjectId: text('subject_id').notNull(),
    /** What it is for, as the payer reads it. */
    what: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    state: text({
      enum: ['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    /** Why it failed, in the provider's code. */
    code: text(),
    /** `page`: the payer on the provider's page. `saved`: a card that is kept, nobody there. */
    channel: text({ enum: ['page', 'saved'] }).notNull(),
    /** The provider's ids of its page and of the payment, and the address of the page. */
    pageRef: text('page_ref'),
    paymentRef: text('payment_ref'),
    pageUrl: text('page_url'),
    methodId: text('method_id'),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Until when its page can be paid on: real time, as the provider counts. */
    expiresAt: text('expires_at').notNull(),
    settledAt: text('settled_at'),
    /** When the provider last said how it stands. */
    askedAt: text('asked_at'),
    /** What was bought is theirs and the money is booked; null until then. */
    bookedAt: text('booked_at'),
    /** Where the money went: null is the person's account credit. */
    invoiceId: text('invoice_id'),
  },
  (t) => [
    uniqueIndex('payment_attempts_alive')
      .on(t.studioId, t.purpose, t.subjectId, t.personId)
      .where(sql`state IN ('created', 'requires_action', 'processing')`),
    // An invoice has one payer at a time, whichever member of a family that is.
    uniqueIndex('payment_attempts_alive_invoice')
      .on(t.studioId, t.subjectId)
      .where(sql`purpose = 'invoice' AND state IN ('created', 'requires_action', 'processing')`),
    index('payment_attempts_by_person').on(t.studioId, t.personId, t.createdAt),
    // Disputes and payouts name the provider's payment.
    index('payment_attempts_by_payment')
      .on(t.studioId, t.paymentRef)
      .where(sql`payment_ref IS NOT NULL`),
    index('payment_attempts_by_subject').on(t.studioId, t.subjectId, t.createdAt),
    // What is to be asked of the provider, or to be booked: the job starts here.
    index('payment_attempts_unsettled')
      .on(t.studioId, t.createdAt)
      .where(sql`booked_at IS NULL AND state NOT IN ('failed', 'cancelled')`),
  ],
)

const collectionKinds = ['charge', 'block', 'suspend'] as const

/**
 * What is done automatically about an invoice, and on which day: charges of the payer's card, and once
 * one has failed, the days on which booking stops and the membership is suspended. All that is
 * still `coming` is `over` once the invoice is no longer open (trigger "collection_ends"), which
 * also brings back a membership that was past due.
 */
export const collectionSteps = sqliteTable(
  'collection_steps',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** The membership it bills; null where staff charged another invoice. */
    membershipId: text('membership_id'),
    /** Whose card is charged, and who is written to. */
    payerId: text('payer_id').notNull(),
    kind: text({ enum: collectionKinds }).notNull(),
    /** Of a charge: 0 is the first, retries count on. */
    n: integer().notNull(),
    /** A local date of the studio. */
    dueOn: text('due_on').notNull(),
    /** `doing`: the provider has the charge and it is not settled. */
    state: text({
      enum: ['coming', 'doing', 'done', 'failed', 'skipped', 'over'],
    }).notNull(),
    /** Why a charge failed, in the provider's code; `no_card` where there was none to charge. */
    code: text(),
    attemptId: text('attempt_id'),
    doneAt: text('done_at'),
    /** Who skipped it or had it charged at once. */
    doneBy: text('done_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('collection_steps_once').on(t.studioId, t.invoiceId, t.kind, t.n),
    // What is due: the jobs start here.
    index('collection_steps_coming').on(t.studioId, t.kind, t.dueOn).where(sql`state = 'coming'`),
    index('collection_steps_stopped').on(t.studioId).where(sql`kind = 'block' AND state = 'done'`),
    index('collection_steps_doing').on(t.studioId, t.attemptId).where(sql`state = 'doing'`),
    index('collection_steps_failed').on(t.studioId, t.invoiceId).where(sql`state = 'failed'`),
    index('collection_steps_by_payer').on(t.studioId, t.payerId).where(sql`state = 'failed'`),
    index('collection_steps_by_membership').on(t.studioId, t.membershipId),
  ],
)

/** Links by which an invoice is paid without signing in: good for that, until a day, and once. */
export const payLinks = sqliteTable(
  'pay_links',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    payerId: text('payer_id').notNull(),
    /** Of its secret, which is nowhere but in the link. */
    hash: text().notNull(),
    createdAt: text('created_at').notNull(),
    /** Who had it made; empty for a letter. */
    createdBy: text('created_by').notNull().default(''),
    expiresAt: text('expires_at').notNull(),
    revokedAt: text('revoked_at'),
    /** The payment that it was last used to begin. */
    attemptId: text('attempt_id'),
  },
  (t) => [
    uniqueIndex('pay_links_by_hash').on(t.hash),
    index('pay_links_by_invoice').on(t.studioId, t.invoiceId),
  ],
)

/**
 * When failed payments are tried again, how long somebody may book meanwhile, and what becomes of
 * bills that are paid by hand and late.
 */
export const dunningSettings = sqliteTable('dunning_settings', {
  studioId: text('studio_id').primaryKey(),
  version: integer().notNull(),
  /** Days after the first failure, ascending, with commas; empty is no retry. */
  retryDays: text('retry_days').notNull(),
  graceDays: integer('grace_days').notNull(),
  /** Days after a membership's bill was due by hand on which its holder still books; null is for ever. */
  handGraceDays: integer('hand_grace_days').default(14),
  /** The first reminder of what is paid by hand is sent automatically. */
  remindsUnpaid: integer('reminds_unpaid', { mode: 'boolean' }).notNull().default(true),
})

/** What the provider told, once each, kept with its effect. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    /** `evt_…` */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text().notNull(),
    receivedAt: text('received_at').notNull(),
  },
  (t) => [index('provider_events_by_age').on(t.studioId, t.receivedAt)],
)

/**
 * What somebody buys online, with or without an account, and the class it is for: paid on the
 * provider's page or later at the desk.
 */
export const checkouts = sqliteTable(
  'checkouts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** A hash of the key in its address, which came with the form: a double press is one. */
    tokenHash: text('token_hash').notNull(),
    /** The same key sealed, for letters that lead back there. */
    sealed: text().notNull(),
    /** Who gets it. */
    personId: text('person_id').notNull(),
    /** The guardian who buys it for a child. */
    guardianId: text('guardian_id'),
    /** What a buyer without an account typed; empty for a member. */
    buyerName: text('buyer_name').notNull().default(''),
    buyerEmail: text('buyer_email').notNull().default(''),
    buyerPhone: text('buyer_phone').notNull().default(''),
    /** The class it is for. */
    occurrenceId: text('occurrence_id'),
    /** The version that is bought; with neither it is the class alone. */
    packageId: text('package_id'),
    planId: text('plan_id'),
    /** A gift card that is bought, as JSON; for whom it is only until it is given. Empty for none. */
    gift: text().notNull().default(''),
    coupon: text().notNull().default(''),
    method: text({ enum: ['online', 'desk'] }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** The gift card that pays of it, and how much, in minor units. */
    giftCardId: text('gift_card_id'),
    giftMinor: integer('gift_minor').notNull().default(0),
    /** A hash of the secret in the letter by which a buyer without an account shows who they are. */
    proofHash: text('proof_hash'),
    state: text({ enum: ['open', 'done', 'refused'] })
      .notNull()
      .default('open'),
    /** Why it could not be given, or why the class could not be booked. */
    reason: text().notNull().default(''),
    bookingId: text('booking_id'),
    invoiceId: text('invoice_id'),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    doneAt: text('done_at'),
  },
  (t) => [
    uniqueIndex('checkouts_by_key').on(t.studioId, t.tokenHash),
    uniqueIndex('checkouts_by_proof')
      .on(t.studioId, t.proofHash)
      .where(sql`proof_hash IS NOT NULL`),
    index('checkouts_by_person').on(t.studioId, t.personId, t.createdAt),
    // What open purchases keep of a card.
    index('checkouts_by_gift_card')
      .on(t.studioId, t.giftCardId)
      .where(sql`gift_card_id IS NOT NULL AND state = 'open'`),
  ],
)
