import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** SM-BOOK. A booking and a place on the waitlist are rows of one table with a state. */
export const bookingStates = [
  'booked',
  'waitlisted',
  'checked_in',
  'attended',
  'no_show',
  'cancelled_on_time',
  'late_cancelled',
  'studio_cancelled',
  'declined',
  'offer_lapsed',
  'left',
  'not_promoted',
  'moved',
] as const

/** States that hold a place in the room. */
export const seatedStates = ['booked', 'checked_in', 'attended', 'no_show'] as const

/** States that make a second booking of the same class by the same person impossible. */
export const liveStates = ['booked', 'waitlisted', 'checked_in', 'attended', 'no_show'] as const

export const bookings = sqliteTable(
  'bookings',
  {
    /** Order of joining: the waitlist's position is derived from it, never stored (R4). */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: bookingStates }).notNull(),
    /**
     * What pays: a lot (credits), a membership, an enrolment or a make-up token; all null while
     * waiting.
     */
    lotId: text('lot_id'),
    membershipId: text('membership_id'),
    enrolmentId: text('enrolment_id'),
    makeUpId: text('make_up_id'),
    /** How often what pays was changed: an act on what was read of it before finds another number. */
    payTurn: integer('pay_turn').notNull().default(0),
    /** The numbered place in the room; empty where there are none. */
    spot: text().notNull().default(''),
    /**
     * The wish it waits for, the standing place it comes from, and the booking of the member who
     * brings this guest.
     */
    wishId: text('wish_id'),
    standingId: text('standing_id'),
    guestOf: text('guest_of'),
    /** The guardian who made it for a child: their packs pay, and they are written to. */
    guardianId: text('guardian_id'),
    /** The policy version shown when it was made. */
    policyId: text('policy_id').notNull(),
    /** The limits it was made under, kept when the class takes new rules; null: the class's own. */
    cutoffAt: text('cutoff_at'),
    creditCutoffAt: text('credit_cutoff_at'),
    feeCutoffAt: text('fee_cutoff_at'),
    createdAt: text('created_at').notNull(),
    promotedAt: text('promoted_at'),
    /** A promoted person may decline free until this instant. */
    declineUntil: text('decline_until'),
    /**
     * A waitlisted person is offered an open place until this instant: until then, and until the
     * offer is ended, the place counts as taken (SM-BOOK `offered`). Kept once it is over.
     */
    offeredUntil: text('offered_until'),
    /** When it left the live states, and who did it (user id or `system`). */
    endedAt: text('ended_at'),
    endedBy: text('ended_by'),
    /** Why promotion passed this person by, so that they can be told once. */
    skippedReason: text('skipped_reason'),
  },
  (t) => [
    uniqueIndex('bookings_id').on(t.id),
    uniqueIndex('bookings_one_per_person_per_occurrence')
      .on(t.studioId, t.occurrenceId, t.personId)
      .where(sql`state IN ('booked','waitlisted','checked_in','attended','no_show')`),
    index('bookings_by_occurrence').on(t.studioId, t.occurrenceId, t.state),
    index('bookings_by_person').on(t.studioId, t.personId, t.seq),
    // What somebody has ahead, among all they ever came to.
    index('bookings_ahead')
      .on(t.studioId, t.personId, t.seq)
      .where(sql`state IN ('booked','waitlisted')`),
    index('bookings_by_enrolment')
      .on(t.studioId, t.enrolmentId)
      .where(sql`enrolment_id IS NOT NULL`),
    // A numbered place is one person's, anyone who writes it.
    uniqueIndex('bookings_one_per_spot')
      .on(t.studioId, t.occurrenceId, t.spot)
      .where(sql`spot <> '' AND state IN ('booked','checked_in','attended','no_show')`),
    // The offers that stand, which a job looks through each minute.
    index('bookings_offered')
      .on(t.studioId, t.offeredUntil)
      .where(sql`state = 'waitlisted' AND offered_until IS NOT NULL`),
    index('bookings_by_wish').on(t.studioId, t.wishId).where(sql`wish_id IS NOT NULL`),
    index('bookings_by_guest').on(t.studioId, t.guestOf).where(sql`guest_of IS NOT NULL`),
    index('bookings_by_make_up').on(t.studioId, t.makeUpId).where(sql`make_up_id IS NOT NULL`),
  ],
)

/**
 * Fees as records: pending for 24 hours so that staff can waive them; billing collects them later.
 */
export const fees = sqliteTable(
  'fees',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    bookingId: text('booking_id').notNull(),
    kind: text({ enum: ['late_cancel', 'no_show'] }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /**
     * `pending` may be waived; once it is `due` it is a charge of the account (`open_items`, by its
     * id), and a trigger keeps its state by that of the charge.
     */
    state: text({ enum: ['pending', 'due', 'waived', 'void', 'collected'] }).notNull(),
    /** It becomes due at this instant unless waived. */
    dueAt: text('due_at').notNull(),
    reason: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('fees_one_per_booking').on(t.studioId, t.bookingId, t.kind),
    index('fees_by_person').on(t.studioId, t.personId),
    index('fees_pending').on(t.dueAt).where(sql`state = 'pending'`),
    index('fees_waiting').on(t.studioId, t.personId).where(sql`state = 'pending'`),
  ],
)

/** How long a studio's attendance may be edited; without a row the usual days do. */
export const attendanceRules = sqliteTable('attendance_rules', {
  studioId: text('studio_id').primaryKey(),
  /** Days of 24 hours after the end of a class, session, appointment or event. */
  editableDays: integer('editable_days').notNull(),
})
