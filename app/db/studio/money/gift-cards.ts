/** Gift cards: money that was paid ahead, owed to the person who holds the code until it is spent (R12). */
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

export const giftCardSources = ['desk', 'online', 'import'] as const

/** Why money of a card moved; `expired` is what nobody spent in time: breakage. */
export const giftCardEntryKinds = ['issued', 'spent', 'returned', 'expired', 'voided'] as const

/**
 * A card is worth something from when the line that sold it is paid (trigger "gift_card_paid"), and
 * what is left of it is the sum of its entries (trigger "gift_card_moves"), never below 0.
 */
export const giftCards = sqliteTable(
  'gift_cards',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Of its code, which is in `sealed_code` alone. */
    codeHash: text('code_hash').notNull(),
    /** The end of its code, which tells cards apart. */
    lastFour: text('last_four').notNull(),
    sealedCode: text('sealed_code').notNull(),
    /** A hash of the key of its address, where the person who has the link reads and prints it. */
    tokenHash: text('token_hash').notNull(),
    /** The same key sealed, for its letter and for printing it again. */
    sealed: text().notNull(),
    source: text({ enum: giftCardSources }).notNull(),
    /** The line of an invoice that sold it; null for what was brought over. */
    itemId: text('item_id'),
    /** Who bought it, or whose it was at another program. */
    personId: text('person_id').notNull(),
    recipientName: text('recipient_name').notNull().default(''),
    recipientEmail: text('recipient_email').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    message: text().notNull().default(''),
    /** Local date of its letter; null where it is handed over. */
    deliverOn: text('deliver_on'),
    sentAt: text('sent_at'),
    /** Last local day on which it pays; null is for ever. */
    expiresOn: text('expires_on'),
    state: text({ enum: ['unpaid', 'live', 'void'] }).notNull(),
    currency: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** The sum of its entries, kept by a trigger. */
    balanceMinor: integer('balance_minor').notNull().default(0),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull().default(''),
  },
  (t) => [
    check('gift_cards_balance', sql`balance_minor >= 0`),
    uniqueIndex('gift_cards_by_code').on(t.studioId, t.codeHash),
    uniqueIndex('gift_cards_by_key').on(t.tokenHash),
    index('gift_cards_by_age').on(t.studioId, t.createdAt),
    index('gift_cards_by_person').on(t.studioId, t.personId),
    index('gift_cards_by_item').on(t.studioId, t.itemId).where(sql`item_id IS NOT NULL`),
    index('gift_cards_open')
      .on(t.studioId, t.createdAt)
      .where(sql`state = 'live' AND balance_minor > 0`),
    // What ends: the job starts here.
    index('gift_cards_to_end')
      .on(t.studioId, t.expiresOn)
      .where(sql`state = 'live' AND balance_minor > 0 AND expires_on IS NOT NULL`),
    // Letters that are due: the job starts here.
    index('gift_cards_to_send')
      .on(t.studioId, t.deliverOn)
      .where(sql`state = 'live' AND sent_at IS NULL AND deliver_on IS NOT NULL`),
  ],
)

/** Each move of a card's money; append-only. */
export const giftCardEntries = sqliteTable(
  'gift_card_entries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    studioId: text('studio_id').notNull(),
    cardId: text('card_id').notNull(),
    kind: text({ enum: giftCardEntryKinds }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** Once a cause. */
    cause: text().notNull(),
    /** The payment that it is, of what was spent or came back. */
    paymentId: text('payment_id'),
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('gift_card_entries_once').on(t.studioId, t.cause),
    // Breakage is earned on the day behind the last one, which ends the cause.
    index('gift_card_entries_expired')
      .on(t.studioId, sql`substr(cause, -10)`)
      .where(sql`kind = 'expired'`),
    index('gift_card_entries_by_card').on(t.studioId, t.cardId, t.seq),
    index('gift_card_entries_by_payment')
      .on(t.studioId, t.paymentId)
      .where(sql`payment_id IS NOT NULL`),
  ],
)

/** The entries of a studio added up by kind, kept by a trigger: all kinds together are what it owes. */
export const giftCardSums = sqliteTable(
  'gift_card_sums',
  {
    studioId: text('studio_id').notNull(),
    kind: text({ enum: giftCardEntryKinds }).notNull(),
    entries: integer().notNull(),
    minor: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.kind] })],
)

/** How a studio sells gift cards; without a row the defaults of `gift-card-settings.ts` do. */
export const giftCardSettings = sqliteTable('gift_card_settings', {
  studioId: text('studio_id').primaryKey(),
  version: integer().notNull(),
  /** Months after its sale in which a card pays; 0 is for ever. */
  months: integer().notNull(),
  /** Anybody can buy one online. */
  online: integer({ mode: 'boolean' }).notNull().default(true),
})
