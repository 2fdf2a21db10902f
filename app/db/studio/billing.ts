import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Open items of a person's account: what they owe the studio (positive) or the studio owes them
 * (negative), in minor units. Written with the change they follow from; a minute later, or when it
 * is paid, each is a line of an invoice, and what is given back a line of a credit note.
 */
export const openItems = sqliteTable(
  'open_items',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text({
      enum: [
        'drop_in',
        'course',
        'workshop',
        'ticket',
        'appointment',
        'refund',
        'membership',
        'joining_fee',
        'freeze',
        'package',
        'fee',
        'product',
        'tip',
        'other',
        'balance',
        'gift_card',
      ],
    }).notNull(),
    /** What it is for: an enrolment, an order, an appointment, a booking. */
    subjectId: text('subject_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** How the amount came about, in words: `4 of 6 sessions of £90.00`. */
    working: text().notNull(),
    state: text({ enum: ['open', 'settled', 'void'] }).notNull(),
    /** The same cause is written once. */
    dedupeKey: text('dedupe_key').notNull(),
    createdAt: text('created_at').notNull(),
    settledAt: text('settled_at'),
    /** How it was paid and to whom, where that was noted with its cause; its payment has it too. */
    settledMethod: text('settled_method', { enum: ['cash', 'card', 'transfer'] }),
    settledBy: text('settled_by'),
    /** The invoice or credit note it stands on; null until there is one. */
    invoiceId: text('invoice_id'),
    quantity: integer().notNull().default(1),
    /** What of it has been paid, where it is paid in parts; all of it once it is settled. */
    paidMinor: integer('paid_minor').notNull().default(0),
    /** What came off by a coupon or by hand; `amount_minor` is without it. */
    discountMinor: integer('discount_minor').notNull().default(0),
    discountReason: text('discount_reason').notNull().default(''),
    /** Tax in the amount, in hundredths of a percent and minor units, as of the invoice. */
    taxRateBp: integer('tax_rate_bp').notNull().default(0),
    taxMinor: integer('tax_minor').notNull().default(0),
    /** The days it is for, where it is for days. */
    periodFrom: text('period_from'),
    periodUntil: text('period_until'),
  },
  (t) => [
    index('open_items_by_invoice').on(t.studioId, t.invoiceId).where(sql`invoice_id IS NOT NULL`),
    // What no invoice has yet: the job that makes them starts here.
    index('open_items_unbilled')
      .on(t.studioId, t.createdAt)
      .where(sql`invoice_id IS NULL AND state <> 'void'`),
    // Lines that were noted as paid or voided behind their invoice's back: the same job's.
    index('open_items_noted')
      .on(t.studioId, t.invoiceId)
      .where(sql`invoice_id IS NOT NULL AND state <> 'open' AND paid_minor <> amount_minor`),
    uniqueIndex('open_items_once').on(t.studioId, t.dedupeKey),
    index('open_items_by_person').on(t.studioId, t.personId, t.state),
    index('open_items_by_subject').on(t.studioId, t.subjectId),
    // What was charged for days: which of them lie in a month.
    index('open_items_by_period')
      .on(t.studioId, t.periodUntil)
      .where(sql`period_until IS NOT NULL`),
    index('open_items_open').on(t.studioId, t.createdAt).where(sql`state = 'open'`),
  ],
)

/** The bit that each method of payment has in `invoices.paid_by`. */
export const paidByBits = {
  cash: 1,
  card: 2,
  transfer: 4,
  desk: 8,
  credit: 16,
  online: 32,
  gift_card: 64,
} as const

/** SM-INV, kept by triggers. */
export const invoiceStates = [
  'open',
  'paid',
  'partly_refunded',
  'refunded',
  'void',
  'uncollectible',
  'disputed',
  'lost',
] as const

/**
 * Invoices and credit notes (SM-INV). A number is given when one is opened, without a gap in each
 * kind of each studio; after that it is void, written off or credited, never changed. `state` is
 * kept by triggers from the lines (migration "billing"), so code that settles or voids an item
 * need not know about invoices. Overdue is derived: open, and `due_on` is over.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Whose account it is on. */
    personId: text('person_id').notNull(),
    /**
     * Whom it is addressed to where that is another: the guardian of a child, as of the day of issue
     * (trigger "invoices_addressed").
     */
    billedToId: text('billed_to_id'),
    kind: text({ enum: ['invoice', 'credit_note'] }).notNull(),
    number: integer().notNull(),
    /** The number as printed, with the prefix of its day: `NS-1047`. */
    reference: text().notNull(),
    state: text({
      enum: invoiceStates,
    }).notNull(),
    /** Local dates of the studio. */
    issuedOn: text('issued_on').notNull(),
    dueOn: text('due_on').notNull(),
    currency: text().notNull(),
    /** Sums of its lines at opening, tax included; negative for a credit note. */
    totalMinor: integer('total_minor').notNull(),
    taxMinor: integer('tax_minor').notNull(),
    /** Of a credit note: the invoice whose lines it takes back. */
    creditsInvoiceId: text('credits_invoice_id'),
    /** Who sold, as it was on the day, one line each: name, address, tax number. */
    seller: text().notNull(),
    taxName: text('tax_name').notNull(),
    /** Its prices were typed without tax, and are printed so; amounts of lines have it all the same. */
    netPrices: integer('net_prices', { mode: 'boolean' }).notNull().default(false),
    /** Why it was voided, written off or credited. */
    reason: text().notNull().default(''),
    remindedAt: text('reminded_at'),
    createdAt: text('created_at').notNull(),
    /** How it was paid, a bit for each method (`paidByBits`). Kept by triggers from its payments. */
    paidBy: integer('paid_by').notNull().default(0),
    /** The home location of who pays, as of now. Kept by triggers. */
    locationId: text('location_id'),
  },
  (t) => [
    uniqueIndex('invoices_by_number').on(t.studioId, t.kind, t.number),
    index('invoices_by_day').on(t.studioId, t.issuedOn, t.number),
    index('invoices_by_person').on(t.studioId, t.personId, t.issuedOn),
    index('invoices_by_billed_to')
      .on(t.studioId, t.billedToId)
      .where(sql`billed_to_id IS NOT NULL`),
    // A list of one state by when it was due: nothing is sorted, so it reads no more than a page.
    index('invoices_by_state').on(t.studioId, t.kind, t.state, t.dueOn, t.number),
    // Narrowed by total, a list is in the order of totals.
    index('invoices_by_total').on(t.studioId, t.totalMinor, t.number),
    index('invoices_by_size').on(t.studioId, sql`abs(total_minor)`, t.number),
    index('invoices_by_state_size').on(
      ...[t.studioId, t.kind, t.state],
      sql`abs(total_minor)`,
      t.number,
    ),
    index('invoices_by_location').on(t.studioId, t.locationId, t.issuedOn, t.number),
    index('invoices_by_location_state').on(
      ...[t.studioId, t.locationId, t.kind, t.state, t.dueOn, t.number],
    ),
    ...Object.entries(paidByBits).flatMap(([method, bit]) => {
      const paid = sql.raw(`paid_by & ${bit}`)
      return [
        index(`invoices_${method}`).on(t.studioId, t.issuedOn, t.number).where(paid),
        index(`invoices_${method}_state`)
          .on(...[t.studioId, t.kind, t.state, t.dueOn, t.number])
          .where(paid),
      ]
    }),
    index('invoices_by_credited')
      .on(t.studioId, t.creditsInvoiceId)
      .where(sql`credits_invoice_id IS NOT NULL`),
  ],
)

/**
 * Parts that an invoice is paid in, each by its day: a deposit and instalments. They say when what
 * is due; what was paid goes to the oldest first.
 */
export const invoiceParts = sqliteTable(
  'invoice_parts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** Local date of the studio. */
    dueOn: text('due_on').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [index('invoice_parts_by_invoice').on(t.studioId, t.invoiceId, t.dueOn)],
)

/**
 * Invoices that somebody is making by hand: they have no number and nobody owes them. Opened, a
 * draft becomes an invoice and its row is gone.
 */
export const invoiceDrafts = sqliteTable(
  'invoice_drafts',
  {
    /** Comes with the form. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Who is to pay. */
    personId: text('person_id').notNull(),
    /** Counts up with each change, for a change of what a page showed. */
    version: integer().notNull().default(0),
    /** JSON of `DraftLine`s, in their order. */
    lines: text().notNull().default('[]'),
    /** Tax is added to the prices of its lines. */
    netPrices: integer('net_prices', { mode: 'boolean' }).notNull().default(false),
    /** JSON of what comes off the whole of it, and why; null for nothing. */
    discount: text(),
    discountReason: text('discount_reason').notNull().default(''),
    /** Null is as many days after it is opened as the studio gives. */
    dueOn: text('due_on'),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [
    index('invoice_drafts_by_age').on(t.studioId, t.createdAt),
    index('invoice_drafts_by_person').on(t.studioId, t.personId),
  ],
)

/**
 * Money that came in (positive) or went out (negative), in minor units (SM-PAY). Taken by hand it
 * has succeeded at once. `credit` moves account credit and `gift_card` what was paid for a card
 * before: neither is money taken.
 */
export const payments = sqliteTable(
  'payments',
  {
    /** Comes with the form, so that a double press is one payment. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** `desk` is what was noted as paid without saying how. */
    method: text({
      enum: ['cash', 'card', 'transfer', 'online', 'desk', 'credit', 'gift_card'],
    }).notNull(),
    state: text({ enum: ['succeeded', 'cancelled'] }).notNull(),
    /** Instant, and the studio's local date: the day of its takings. */
    takenAt: text('taken_at').notNull(),
    takenOn: text('taken_on').notNull(),
    /** Who took it, by name; empty for what was noted before there were payments. */
    takenBy: text('taken_by').notNull().default(''),
    note: text().notNull().default(''),
    /** When its receipt was queued, or that it needs none was noted; null until then. */
    receiptAt: text('receipt_at'),
  },
  (t) => [
    index('payments_without_receipt').on(t.studioId, t.takenAt).where(sql`receipt_at IS NULL`),
    index('payments_by_person').on(t.studioId, t.personId, t.takenAt),
    index('payments_by_method').on(t.studioId, t.method, t.takenOn),
    index('payments_by_day').on(t.studioId, t.takenOn, t.method),
  ],
)

/** What of a payment went to which invoice or credit note, with the payment's sign. */
export const allocations = sqliteTable(
  'allocations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    paymentId: text('payment_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [
    index('allocations_by_invoice').on(t.studioId, t.invoiceId),
    uniqueIndex('allocations_once').on(t.studioId, t.paymentId, t.invoiceId),
  ],
)

/** Account credit: money of a person that the studio holds. The balance is the sum, never below 0. */
export const accountEntries = sqliteTable(
  'account_entries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** What it came from or went to; once a cause. */
    cause: text().notNull(),
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_entries_once').on(t.studioId, t.cause),
    index('account_entries_by_person').on(t.studioId, t.personId),
  ],
)

/** How a studio invoices; without a row the defaults of `billing-settings.server.ts` do. */
export const billingSettings = sqliteTable('billing_settings', {
  studioId: text('studio_id').primaryKey(),
  /** Counts up with each save, for a save over what the page showed. */
  version: integer().notNull(),
  /** Empty is `studios.legal_name`; what was saved here before there was one place for it stays. */
  legalName: text('legal_name').notNull(),
  address: text().notNull(),
  /** As a register has it: `Company 01234567, England`. */
  registration: text().notNull().default(''),
  taxNumber: text('tax_number').notNull(),
  /** What tax is called: VAT, GST, Sales tax. */
  taxName: text('tax_name').notNull(),
  /** In front of each number: `NS-`. */
  prefix: text().notNull(),
  firstNumber: integer('first_number').notNull(),
  /** Days from issue until an invoice is overdue. */
  dueDays: integer('due_days').notNull(),
  /** The most the front desk may give back of one invoice, in minor units. */
  deskRefundMinor: integer('desk_refund_minor').notNull(),
  /** The same for managers; null is all of it. */
  managerRefundMinor: integer('manager_refund_minor'),
  /** Tax in hundredths of a percent, by what is sold. */
  classesTaxBp: integer('classes_tax_bp').notNull(),
  membershipsTaxBp: integer('memberships_tax_bp').notNull(),
  eventsTaxBp: integer('events_tax_bp').notNull(),
  feesTaxBp: integer('fees_tax_bp').notNull(),
  /** Off the memberships of the second and further of a family, in hundredths of a percent. */
  familyBp: integer('family_bp').notNull().default(0),
  /** Days after buying a membership in which it can be cancelled for all that was paid; 0 is none. */
  coolingOffDays: integer('cooling_off_days').notNull().default(0),
  /** Account credit for a referral, once the friend has paid for something; 0 is none. */
  referrerMinor: integer('referrer_minor').notNull().default(0),
  friendMinor: integer('friend_minor').notNull().default(0),
})

/** A day whose takings somebody counted and closed: its payments stay as they are. */
export const closedTills = sqliteTable(
  'closed_tills',
  {
    studioId: text('studio_id').notNull(),
    /** Local date of the studio. */
    day: text().notNull(),
    closedAt: text('closed_at').notNull(),
    closedBy: text('closed_by').notNull(),
    /** Cash by the books and as counted, in minor units. */
    cashMinor: integer('cash_minor').notNull(),
    countedMinor: integer('counted_minor').notNull(),
    note: text().notNull().default(''),
  },
  (t) => [uniqueIndex('closed_tills_once').on(t.studioId, t.day)],
)
