import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What is sold repeatedly. A price change is a new version; what was sold keeps its own. */
export const plans = sqliteTable(
  'plans',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    priceMinor: integer('price_minor').notNull(),
    currency: text().notNull(),
    interval: text({ enum: ['month', 'four_weeks', 'week'] }).notNull(),
    /** Classes a week, by class date, weeks from Monday; null is unlimited. */
    weeklyLimit: integer('weekly_limit'),
    /** Discipline ids it covers, separated by commas; empty covers all. */
    covers: text().notNull().default(''),
    archivedAt: text('archived_at'),
  },
  (t) => [uniqueIndex('plans_by_version').on(t.studioId, t.name, t.version)],
)

/** What a person holds of a plan. Dates are local dates of the studio, both inclusive. */
export const memberships = sqliteTable(
  'memberships',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    planId: text('plan_id').notNull(),
    state: text({
      enum: [
        'pending_payment',
        'scheduled',
        'trialing',
        'active',
        'past_due',
        'suspended',
        'cancel_scheduled',
        'cancelled',
        'expired',
        'superseded',
      ],
    }).notNull(),
    startsOn: text('starts_on').notNull(),
    /** Last day it entitles; null while it renews. */
    endsOn: text('ends_on'),
    /** A dated freeze: no booking for a class on these days; both null when none. */
    frozenFrom: text('frozen_from'),
    frozenUntil: text('frozen_until'),
    purchasedAt: text('purchased_at').notNull(),
  },
  (t) => [
    index('memberships_by_person').on(t.studioId, t.personId),
    index('memberships_by_end').on(t.studioId, t.endsOn).where(sql`ends_on IS NOT NULL`),
    // The few that need someone: lists and their counts start from these.
    index('memberships_frozen').on(t.studioId, t.personId).where(sql`frozen_from IS NOT NULL`),
    index('memberships_past_due')
      .on(t.studioId, t.personId)
      .where(sql`state IN ('past_due','suspended')`),
  ],
)

/** What is sold as a number of credits. */
export const packages = sqliteTable(
  'packages',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    credits: integer().notNull(),
    priceMinor: integer('price_minor').notNull(),
    currency: text().notNull(),
    /** Days it stays valid from the day of purchase. */
    validDays: integer('valid_days').notNull(),
    /** Where it ends on one day for everybody: that day; the days from purchase do not count then. */
    fixedUntil: text('fixed_until'),
    /** An intro offer: once a person, whichever version. */
    oncePerPerson: integer('once_per_person', { mode: 'boolean' }).notNull().default(false),
    /** What it is good for, for the price list. */
    description: text().notNull().default(''),
    covers: text().notNull().default(''),
    /** Pays for the children of who bought it too; each purchase keeps what held when it was made. */
    family: integer({ mode: 'boolean' }).notNull().default(false),
    archivedAt: text('archived_at'),
  },
  (t) => [uniqueIndex('packages_by_version').on(t.studioId, t.name, t.version)],
)

/**
 * One purchase of credits with its own expiry. The balance is the sum of its entries (SM-CREDIT).
 */
export const lots = sqliteTable(
  'lots',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    packageId: text('package_id').notNull(),
    /**
     * Local dates, both inclusive: "Expires 27 July" is the end of that day in the studio's zone
     * (R13).
     */
    startsOn: text('starts_on').notNull(),
    expiresOn: text('expires_on').notNull(),
    /** Set once when the studio's own cancellation made the lot run 7 days longer (R13a). */
    extendedAt: text('extended_at'),
    /** Pays for those whom its owner looks after, too. */
    family: integer({ mode: 'boolean' }).notNull().default(false),
    refundedAt: text('refunded_at'),
    purchasedAt: text('purchased_at').notNull(),
  },
  (t) => [
    index('lots_by_person').on(t.studioId, t.personId, t.expiresOn),
    index('lots_by_expiry').on(t.studioId, t.expiresOn),
  ],
)

/** The credits ledger: append-only. */
export const entries = sqliteTable(
  'entries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    lotId: text('lot_id').notNull(),
    kind: text({
      enum: ['grant', 'book', 'return', 'forfeit', 'expire', 'revoke', 'adjust', 'transfer'],
    }).notNull(),
    /** Credits, signed; a forfeit is 0 and marks the booking's −1 final. */
    amount: integer().notNull(),
    bookingId: text('booking_id'),
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('entries_by_lot').on(t.studioId, t.lotId),
    index('entries_by_person').on(t.studioId, t.personId, t.seq),
    // One booking costs exactly one set of effects (R2).
    uniqueIndex('entries_once_per_booking')
      .on(t.studioId, t.bookingId, t.kind)
      .where(sql`booking_id IS NOT NULL`),
  ],
)
