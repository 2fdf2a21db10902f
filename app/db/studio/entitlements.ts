import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    /** Classes a week of the studio, by class date; null is unlimited. */
    weeklyLimit: integer('weekly_limit'),
    /** Classes a billing period, by class date; null where that is not limited. */
    periodLimit: integer('period_limit'),
    /**
     * Classes cancelled late or not come to count against the limit, as far as the policy of the
     * class lets them be used.
     */
    missedCounts: integer('missed_counts', { mode: 'boolean' }).notNull().default(true),
    /** Discipline ids it covers, separated by commas; empty covers all. */
    covers: text().notNull().default(''),
    /** Pays for no class that starts in the studio's peak hours. */
    offPeak: integer('off_peak', { mode: 'boolean' }).notNull().default(false),
    /** Ids of the locations it pays at, separated by commas; empty is all. */
    locations: text().notNull().default(''),
    /** Unused classes that carry over into the next week or billing period, at most; 0 is none. */
    rolloverMost: integer('rollover_most').notNull().default(0),
    /** Places for guests that it pays for in each billing period. */
    guestPlaces: integer('guest_places').notNull().default(0),
    /** A document that the person who joins has to have signed; null is none. */
    documentId: text('document_id'),
    /** What has to be shown to have it, `Student card`; empty is nothing. */
    proof: text().notNull().default(''),
    joiningFeeMinor: integer('joining_fee_minor').notNull().default(0),
    /** Days at the start that cost nothing. */
    trialDays: integer('trial_days').notNull().default(0),
    /** Day of the month it is billed on; null is the day each member joined. */
    anchorDay: integer('anchor_day'),
    /** Months that a member commits to; 0 is none. */
    termMonths: integer('term_months').notNull().default(0),
    /** Days from cancelling to the last day. */
    noticeDays: integer('notice_days').notNull().default(0),
    /** A freeze lasts at least this long, takes at most so many days a year, and costs so much. */
    freezeLeastDays: integer('freeze_least_days').notNull().default(7),
    freezeMostDays: integer('freeze_most_days').notNull().default(60),
    freezeFeeMinor: integer('freeze_fee_minor').notNull().default(0),
    /** Local dates between which it is sold, both inclusive; null is open. */
    saleFrom: text('sale_from'),
    saleUntil: text('sale_until'),
    /** How many may hold it at a time; null is any number. */
    mostHolders: integer('most_holders'),
    /** On the price list; else it is sold at the desk alone. */
    listed: integer({ mode: 'boolean' }).notNull().default(true),
    /** What it is good for, for the price list; and what anyone who buys it agrees to. */
    description: text().notNull().default(''),
    contract: text().notNull().default(''),
    archivedAt: text('archived_at'),
  },
  (t) => [uniqueIndex('plans_by_version').on(t.studioId, t.name, t.version)],
)

/** SM-MEM. */
export const membershipStates = [
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
] as const

/** What a person holds of a plan. Dates are local dates of the studio, both inclusive. */
export const memberships = sqliteTable(
  'memberships',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    planId: text('plan_id').notNull(),
    state: text({
      enum: membershipStates,
    }).notNull(),
    startsOn: text('starts_on').notNull(),
    /** Last day it entitles; null while it renews. */
    endsOn: text('ends_on'),
    /**
     * The newest freeze: no booking for a class on these days; both null when none. Kept by a
     * trigger from `membership_freezes`; there is one at a time, so it is the only one ahead.
     */
    frozenFrom: text('frozen_from'),
    frozenUntil: text('frozen_until'),
    purchasedAt: text('purchased_at').notNull(),
    /**
     * A date that a billing period begins on; of a monthly plan its day counts, 31 is the last day
     * of each month. Null is the first day.
     */
    anchorOn: text('anchor_on'),
    /** The first day that no bill covers; null is billed by hand, or not any more. */
    nextBillOn: text('next_bill_on'),
    /** First day on which it may end; null without a minimum term. */
    committedUntil: text('committed_until'),
    /** As agreed when it was sold: a plan that took the place of another has neither. */
    trialDays: integer('trial_days').notNull().default(0),
    joiningFeeMinor: integer('joining_fee_minor').notNull().default(0),
    /** Off each period for the second and further of a family, in hundredths of a percent. */
    familyBp: integer('family_bp').notNull().default(0),
    /** JSON of what comes off its first bill, with the coupon that says so; null for nothing. */
    firstOff: text('first_off'),
    /** Who pays, where it is somebody else. */
    payerId: text('payer_id'),
    /** The version of its plan that its periods cost from a day on, once notice was given. */
    nextPlanId: text('next_plan_id'),
    nextPlanOn: text('next_plan_on'),
    /** When they were told of it; null until then. */
    nextPlanToldAt: text('next_plan_told_at'),
    /** The last day of the proof its plan asks for; null where none was asked or shown. */
    proofUntil: text('proof_until'),
    /** The `proof_until` that its holder was reminded of. */
    proofTold: text('proof_told'),
    /** The membership that takes its place. */
    supersededBy: text('superseded_by'),
    /** Past due, it still entitles to book until the end of this day; null is not at all. */
    graceUntil: text('grace_until'),
    /** Counts up with each act and each bill, for an act on what a page showed. */
    version: integer().notNull().default(0),
  },
  (t) => [
    index('memberships_by_person').on(t.studioId, t.personId),
    index('memberships_by_plan').on(t.studioId, t.planId),
    index('memberships_by_end').on(t.studioId, t.endsOn).where(sql`ends_on IS NOT NULL`),
    // What time alone changes: the job that bills starts from these.
    index('memberships_to_bill').on(t.studioId, t.nextBillOn).where(sql`next_bill_on IS NOT NULL`),
    index('memberships_to_start').on(t.studioId, t.startsOn).where(sql`state = 'scheduled'`),
    index('memberships_to_end')
      .on(t.studioId, t.endsOn)
      .where(
        sql`ends_on IS NOT NULL AND state NOT IN ('cancelled','expired','superseded','pending_payment')`,
      ),
    // The few that need someone: lists and their counts start from these.
    index('memberships_frozen').on(t.studioId, t.personId).where(sql`frozen_from IS NOT NULL`),
    // Those whose holders do not know of their new price yet.
    index('memberships_to_tell')
      .on(t.studioId, t.id)
      .where(sql`next_plan_id IS NOT NULL AND next_plan_told_at IS NULL`),
    // Proofs that end one day, in the order of their days.
    index('memberships_by_proof').on(t.studioId, t.proofUntil).where(sql`proof_until IS NOT NULL`),
    index('memberships_past_due')
      .on(t.studioId, t.personId)
      .where(sql`state IN ('past_due','suspended')`),
  ],
)

/** Days on which a membership is frozen, both inclusive and local; open-ended without a last day. */
export const membershipFreezes = sqliteTable(
  'membership_freezes',
  {
    /** Comes with the form, so that a double press is one freeze. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    membershipId: text('membership_id').notNull(),
    fromOn: text('from_on').notNull(),
    untilOn: text('until_on'),
    /** Came with the membership from elsewhere, where it was settled: nothing comes off a bill. */
    settled: integer({ mode: 'boolean' }).notNull().default(false),
    /** The packs of its holder are frozen with it. */
    packs: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('membership_freezes_by_membership').on(t.studioId, t.membershipId, t.fromOn),
    index('membership_freezes_open').on(t.studioId).where(sql`until_on IS NULL AND settled = 0`),
  ],
)

/** Freezes of many memberships at once, as a page showed them; steps carry them out. */
export const freezeRuns = sqliteTable(
  'freeze_runs',
  {
    /** Comes with the form, so that a double press is one. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    fromOn: text('from_on').notNull(),
    untilOn: text('until_on').notNull(),
    /** Their plan's freeze fee is charged. */
    chargesFee: integer('charges_fee', { mode: 'boolean' }).notNull(),
    reason: text().notNull(),
    state: text({ enum: ['running', 'done', 'undoing', 'undone'] }).notNull(),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('freeze_runs_by_day').on(t.studioId, t.createdAt),
    index('freeze_runs_under_way').on(t.studioId).where(sql`state IN ('running','undoing')`),
  ],
)

/** Memberships of such a freeze. */
export const freezeRunMembers = sqliteTable(
  'freeze_run_members',
  {
    studioId: text('studio_id').notNull(),
    runId: text('run_id').notNull(),
    membershipId: text('membership_id').notNull(),
    /** The one the page showed: what somebody changed since is left out. */
    version: integer().notNull(),
    /** Null is still to do. `kept`: an undo found nothing to end. */
    outcome: text({ enum: ['frozen', 'left_out', 'undone', 'kept'] }),
    /** Why it was left out. */
    why: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.runId, t.membershipId] })],
)

/** Periods of memberships that were billed: one row each, so that none is billed twice. */
export const membershipPeriods = sqliteTable(
  'membership_periods',
  {
    studioId: text('studio_id').notNull(),
    membershipId: text('membership_id').notNull(),
    /** The days that were paid for, both inclusive and local. */
    fromOn: text('from_on').notNull(),
    untilOn: text('until_on').notNull(),
    /** What a whole period cost. */
    priceMinor: integer('price_minor').notNull(),
    /** What freezes took off it, on whichever bill. */
    frozenMinor: integer('frozen_minor').notNull().default(0),
    /** Classes of the period; null where they are not limited. */
    allowance: integer(),
    billedAt: text('billed_at').notNull(),
  },
  (t) => [uniqueIndex('membership_periods_once').on(t.studioId, t.membershipId, t.fromOn)],
)

/** What is sold as a number of credits. */
export const packages = sqliteTable(
  'packages',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    /**
     * What a credit pays for: a class, classes of one day, an appointment. A bundle has no credits of
     * its own; its parts are rows too, and each sale of it is a lot a part.
     */
    kind: text({ enum: ['classes', 'day_pass', 'appointments', 'bundle'] })
      .notNull()
      .default('classes'),
    /** The version of a bundle that it is a part of, and which; a part is not sold separately. */
    bundleId: text('bundle_id'),
    part: integer().notNull().default(1),
    /** `anyNumber` of a day pass is more than a day has; 0 of a bundle. */
    credits: integer().notNull(),
    priceMinor: integer('price_minor').notNull(),
    currency: text().notNull(),
    /** Days it stays valid, counted from the day of purchase or from the first class. */
    validDays: integer('valid_days').notNull(),
    validFrom: text('valid_from', { enum: ['purchase', 'first_use'] })
      .notNull()
      .default('purchase'),
    /** Where it ends on one day for everybody: that day; the days from purchase do not count then. */
    fixedUntil: text('fixed_until'),
    /** An intro offer: once a person, whichever version. */
    oncePerPerson: integer('once_per_person', { mode: 'boolean' }).notNull().default(false),
    /** What it is good for, for the price list. */
    description: text().notNull().default(''),
    /** Ids of disciplines, of appointments' types where it pays for those; empty covers all. */
    covers: text().notNull().default(''),
    /** Pays for the children of who bought it too; each purchase keeps what held when it was made. */
    family: integer({ mode: 'boolean' }).notNull().default(false),
    archivedAt: text('archived_at'),
  },
  (t) => [
    uniqueIndex('packages_by_version').on(t.studioId, t.name, t.version),
    index('packages_by_bundle').on(t.studioId, t.bundleId).where(sql`bundle_id IS NOT NULL`),
  ],
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
    /** `notStarted` (9999-12-31) while the first class of `firstUseDays` is not booked. */
    expiresOn: text('expires_on').notNull(),
    /** Days it is valid from its first class; null where they count from its first day. */
    firstUseDays: integer('first_use_days'),
    /** The day of that class: set and taken back by triggers on the ledger. */
    startedOn: text('started_on'),
    /** Set once when the studio's own cancellation made the lot run 7 days longer (R13a). */
    extendedAt: text('extended_at'),
    /** Pays for those whom its owner looks after, too. */
    family: integer({ mode: 'boolean' }).notNull().default(false),
    refundedAt: text('refunded_at'),
    purchasedAt: text('purchased_at').notNull(),
    /**
     * Bought by somebody unknown to be paid at the desk, and not paid yet: it pays for nothing more.
     * Taken back by a trigger once its line is settled.
     */
    unpaid: integer({ mode: 'boolean' }).notNull().default(false),
    /** Frozen with a membership: days on which it pays for nothing, open-ended without an end. */
    frozenFrom: text('frozen_from'),
    frozenUntil: text('frozen_until'),
    /** The lot of a bundle's first part, for those of the others: sold and refunded with it. */
    soldWith: text('sold_with'),
  },
  (t) => [
    index('lots_sold_with').on(t.studioId, t.soldWith).where(sql`sold_with IS NOT NULL`),
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
    /** Of a booking's entry: how often what pays for it had been changed before. */
    turn: integer().notNull().default(0),
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('entries_by_lot').on(t.studioId, t.lotId),
    index('entries_by_person').on(t.studioId, t.personId, t.seq),
    // One booking costs exactly one set of effects (R2), and one more each time what pays changes.
    uniqueIndex('entries_once_per_booking')
      .on(t.studioId, t.bookingId, t.kind, t.turn)
      .where(sql`booking_id IS NOT NULL AND kind <> 'adjust'`),
  ],
)
