import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A course (a run of sessions, enrolled for as a whole) or a workshop (one or a few sessions with
 * price tiers). Its sessions are occurrences whose `series_id` is the course; its name,
 * description, level and drop-in price are in a class type of its own.
 */
export const courses = sqliteTable(
  'courses',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text({ enum: ['course', 'workshop'] }).notNull(),
    classTypeId: text('class_type_id').notNull(),
    roomId: text('room_id').notNull(),
    coachId: text('coach_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** `full`, `running` and `ended` are derived. */
    state: text({ enum: ['draft', 'open', 'cancelled'] }).notNull(),
    /** Places in every session. */
    capacity: integer().notNull(),
    /**
     * Sessions it was sold with: a session cancelled or put on top does not change what a late
     * start costs.
     */
    sessions: integer().notNull(),
    /** Local starts of the first and the last session that were planned. */
    firstStart: text('first_start').notNull(),
    lastStart: text('last_start').notNull(),
    /** The weekly rule the dates came from; empty where they were listed. */
    rrule: text().notNull().default(''),
    /** The full price in minor units; tiers before it are cheaper. */
    priceMinor: integer('price_minor').notNull(),
    /** What to bring, in words. */
    bring: text().notNull().default(''),
    /** Sessions someone may have missed and still join; 0 is none. */
    lateJoin: integer('late_join').notNull().default(0),
    /** Free places are sold singly, for what pays for classes. */
    dropIns: integer('drop_ins', { mode: 'boolean' }).notNull().default(false),
    /** A session given up this many hours before gives a make-up; null is no make-ups. */
    makeUpHours: integer('make_up_hours'),
    /** A make-up is valid this many days after the last session. */
    makeUpDays: integer('make_up_days').notNull().default(14),
    /** Free places of its sessions are open to make-ups of its discipline. */
    takesMakeUps: integer('takes_make_ups', { mode: 'boolean' }).notNull().default(true),
    /**
     * Days before the first session and percent of the price that goes back, `14:100,2:50`; later
     * nothing.
     */
    withdrawal: text().notNull().default(''),
    /** Percent of the sessions to come that goes back once it runs. */
    withdrawalRunning: integer('withdrawal_running').notNull().default(0),
    waitlistLimit: integer('waitlist_limit').notNull().default(20),
    /** An offered place is kept this many hours. */
    offerHours: integer('offer_hours').notNull().default(24),
    /** Enrolment opens; null is at once. */
    opensAt: text('opens_at'),
    /** Until `reEnrolUntil` only people of this course may enrol. */
    followsId: text('follows_id'),
    reEnrolUntil: text('re_enrol_until'),
    /** Ages at the first session, both inclusive. */
    minimumAge: integer('minimum_age'),
    maximumAge: integer('maximum_age'),
    /** Fewer people than this at `decideAt`, and it may not take place; null is none. */
    minimumPeople: integer('minimum_people'),
    decideAt: text('decide_at'),
    /** When someone decided that it takes place. */
    confirmedAt: text('confirmed_at'),
    /**
     * A guest teacher's part of what is left after refunds: percent, plus a fixed part, at least a
     * minimum.
     */
    guestName: text('guest_name').notNull().default(''),
    guestPercent: integer('guest_percent').notNull().default(0),
    guestFixedMinor: integer('guest_fixed_minor').notNull().default(0),
    guestMinimumMinor: integer('guest_minimum_minor').notNull().default(0),
    /** When a workshop was settled with them, for how much, and whether with the coach's pay or apart. */
    settledAt: text('settled_at'),
    settledMinor: integer('settled_minor'),
    settledTo: text('settled_to', { enum: ['pay', 'apart'] }),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
    cancelReason: text('cancel_reason').notNull().default(''),
    cancelledAt: text('cancelled_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('courses_by_studio').on(t.studioId, t.kind, t.lastStart)],
)

/**
 * What a course costs until an instant, cheapest first in time; after the last one
 * `courses.price_minor` holds.
 */
export const courseTiers = sqliteTable(
  'course_tiers',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    courseId: text('course_id').notNull(),
    name: text().notNull(),
    priceMinor: integer('price_minor').notNull(),
    /** At or before this instant. */
    until: text().notNull(),
  },
  (t) => [uniqueIndex('course_tiers_by_until').on(t.studioId, t.courseId, t.until)],
)

/** SM-COURSE. */
const enrolmentStates = [
  'held',
  'pending_payment',
  'enrolled',
  'completed',
  'waitlisted',
  'offered',
  'withdrawn',
  'transferred',
  'declined',
  'left',
  'lapsed',
  'course_cancelled',
] as const

/** States that keep a place in every session without a booking there yet. */
export const keptStates = ['held', 'offered', 'pending_payment'] as const

export const enrolments = sqliteTable(
  'enrolments',
  {
    /** Order of joining: the place on the waitlist is derived from it. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    courseId: text('course_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: enrolmentStates }).notNull(),
    /** Until when a held or offered place is kept. */
    keptUntil: text('kept_until'),
    offeredAt: text('offered_at'),
    enrolledAt: text('enrolled_at'),
    /** What it cost, for how many sessions, and how that came about. */
    priceMinor: integer('price_minor').notNull().default(0),
    sessions: integer().notNull().default(0),
    working: text().notNull().default(''),
    /** Set when the studio moved or cancelled a session: from then on withdrawing is free. */
    freeSince: text('free_since'),
    endedAt: text('ended_at'),
    /** User id or `system`. */
    endedBy: text('ended_by'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('enrolments_id').on(t.id),
    uniqueIndex('enrolments_one_per_person')
      .on(t.studioId, t.courseId, t.personId)
      .where(sql`state IN ('held','pending_payment','enrolled','waitlisted','offered')`),
    index('enrolments_by_course').on(t.studioId, t.courseId, t.state, t.seq),
    index('enrolments_by_person').on(t.studioId, t.personId, t.seq),
    // Asked for each session whenever a place is counted, so it holds only what keeps places.
    index('enrolments_kept')
      .on(t.studioId, t.courseId)
      .where(sql`state IN ('held','offered','pending_payment')`),
    index('enrolments_to_lapse')
      .on(t.studioId, t.keptUntil)
      .where(sql`state IN ('held','offered')`),
  ],
)

/**
 * The right to come to one other session, for one that was given up in time. Used while a booking
 * names it.
 */
export const makeUps = sqliteTable(
  'make_ups',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    courseId: text('course_id').notNull(),
    enrolmentId: text('enrolment_id').notNull(),
    /** The booking that was given up: it gives one make-up. */
    bookingId: text('booking_id').notNull(),
    /** Last local date it is good for. */
    validUntil: text('valid_until').notNull(),
    voidedAt: text('voided_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('make_ups_one_per_booking').on(t.studioId, t.bookingId),
    index('make_ups_by_person').on(t.studioId, t.personId, t.validUntil),
    index('make_ups_by_enrolment').on(t.studioId, t.enrolmentId),
  ],
)
