import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ladderAudiences } from './ladder-words.ts'

export const locations = sqliteTable(
  'locations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    address: text().notNull().default(''),
    /** How to get there, in the studio's words. */
    directions: text().notNull().default(''),
    /**
     * When it is open, Monday to Sunday, separated by commas: `06:30-21:00`, or nothing on days on
     * which it is closed. Empty where nothing is told.
     */
    hours: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (t) => [index('locations_by_studio').on(t.studioId)],
)

export const rooms = sqliteTable(
  'rooms',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    locationId: text('location_id').notNull(),
    name: text().notNull(),
    capacity: integer().notNull(),
    /** Labels of the numbered places, separated by commas; empty where there are none. */
    spots: text().notNull().default(''),
    /** Places in a row of the map, from the front; 0 is one row. */
    spotColumns: integer('spot_columns').notNull().default(0),
    /** Minutes between two things in it, for clearing up and airing. */
    turnRoundMinutes: integer('turn_round_minutes').notNull().default(0),
    /** A clash here is refused; false: staff are asked whether they mean it. */
    neverTwice: integer('never_twice', { mode: 'boolean' }).notNull().default(false),
    version: integer().notNull().default(1),
  },
  (t) => [index('rooms_by_studio').on(t.studioId)],
)

export const disciplines = sqliteTable(
  'disciplines',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    sort: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('disciplines_by_name').on(t.studioId, t.name)],
)

/** Ladders of a discipline. The first of one has the discipline's id. */
export const ladders = sqliteTable(
  'ladders',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    disciplineId: text('discipline_id').notNull(),
    name: text().notNull(),
    audience: text({ enum: ladderAudiences }).notNull().default('everyone'),
    /** Class types whose classes count towards the next level, as JSON; none is all of the discipline. */
    counted: text().notNull().default('[]'),
    /** After so many days without one of them a refresher is suggested; null is never. */
    refreshDays: integer('refresh_days'),
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull().default(''),
  },
  (t) => [uniqueIndex('ladders_by_name').on(t.studioId, t.disciplineId, t.name)],
)

/** Rungs of a ladder; a level may be called "Yellow belt". */
export const levels = sqliteTable(
  'levels',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    disciplineId: text('discipline_id').notNull(),
    ladderId: text('ladder_id').notNull().default(''),
    name: text().notNull(),
    /** 1 is the lowest rung. */
    rung: integer().notNull(),
    /** `#1e88e5` or a reference like `var(--blue-700)`; empty is none. */
    colour: text().notNull().default(''),
    /** Stripes that can be earned on it before the next level. */
    stripes: integer().notNull().default(0),
    /** What it asks of the person who comes to it: each null where it does not ask. */
    askClasses: integer('ask_classes'),
    /** Days on the level before. */
    askDays: integer('ask_days'),
    /** Years of age. */
    askAge: integer('ask_age'),
    /** What else it asks, in words. */
    asks: text().notNull().default(''),
    /** Expires so many months after it was reached or last confirmed; null is never. */
    validMonths: integer('valid_months'),
    /** The class type to come to before it is confirmed again; null is none. */
    refresherId: text('refresher_id'),
    /** How many people hold it: a trigger of `person_levels` counts. */
    people: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('levels_by_rung').on(t.studioId, t.ladderId, t.rung)],
)

/**
 * What happens at a time and place. A course, workshop, event or appointment type has a row of
 * `class_types` of its own.
 */
export const offeringKinds = ['class', 'course', 'workshop', 'event', 'appointment'] as const
export type OfferingKind = (typeof offeringKinds)[number]

export const classTypes = sqliteTable(
  'class_types',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /**
     * Rows of other kinds than `class` give a course, an event … its name, icon and discipline
     * wherever occurrences are shown.
     */
    kind: text({ enum: offeringKinds }).notNull().default('class'),
    name: text().notNull(),
    /** For calendars: at most 12 characters. */
    shortName: text('short_name').notNull(),
    disciplineId: text('discipline_id').notNull(),
    description: text().notNull().default(''),
    /** Lowest rung that may book; null is open to all. */
    minimumLevelId: text('minimum_level_id'),
    /** Length in minutes. */
    minutes: integer().notNull(),
    /** For so many minutes before it the room is being set up. */
    setUpMinutes: integer('set_up_minutes').notNull().default(0),
    /** Places of a new class that are kept back for walk-ins. */
    walkIns: integer('walk_ins').notNull().default(0),
    /** What it is taught in, as `de`; empty is not said. */
    language: text().notNull().default(''),
    /** Of `accessWords`, separated by commas. */
    access: text().notNull().default(''),
    /** Drop-in price in minor units; null is not sold singly. */
    dropInMinor: integer('drop_in_minor'),
    /** Its sign's icon by class name, `i-linear-meditation`; empty is none. */
    icon: text().notNull().default(''),
    /**
     * Its sign's colour: `#1e88e5` or a reference like `var(--blue-700)`; empty is the studio's.
     */
    colour: text().notNull().default(''),
    /** Path of its cover in the bucket of pictures; empty is none. */
    cover: text().notNull().default(''),
    archivedAt: text('archived_at'),
    /** Of a row of kind `class`; other kinds have theirs where their form saves (`events` …). */
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('class_types_by_name').on(t.studioId, t.name).where(sql`kind = 'class'`),
    index('class_types_by_studio').on(t.studioId, t.kind, t.name),
  ],
)

/**
 * The booking rules in force for a kind of offering. A version is never edited: a change is a new
 * row, and a booking keeps the version it was made under.
 */
export const policies = sqliteTable(
  'policies',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    /** What it is for; a room's location can have its own (null: all). */
    kind: text({ enum: offeringKinds }).notNull().default('class'),
    locationId: text('location_id'),
    /**
     * Booking opens this many days before the class, at the class's own wall time; 0 is at once.
     */
    opensDays: integer('opens_days').notNull(),
    /** Booking closes this many minutes before the start. */
    closesMinutes: integer('closes_minutes').notNull(),
    /** Cancel is free until this many elapsed minutes before the start (R3). */
    cancelMinutes: integer('cancel_minutes').notNull(),
    /** The person loses the credit by a late cancel or a no-show when true. */
    lateLosesCredit: integer('late_keeps_credit', { mode: 'boolean' }).notNull(),
    /** Fees in minor units, recorded and collected later. */
    lateFeeMinor: integer('late_fee_minor').notNull(),
    noShowFeeMinor: integer('no_show_fee_minor').notNull(),
    /** The waitlist promotes until this many minutes before the start. */
    waitlistClosesMinutes: integer('waitlist_closes_minutes').notNull(),
    /** People waiting at most; 0 is no waitlist. */
    waitlistLimit: integer('waitlist_limit').notNull(),
    /** A person promoted inside the cancel window may decline free for this many minutes. */
    declineMinutes: integer('decline_minutes').notNull(),
    /** An open place is offered for so many minutes; null books it at once. */
    offerMinutes: integer('offer_minutes'),
    /**
     * No cut-off or decline deadline falls between these local times (`22:00`–`07:00`); empty is
     * none.
     */
    blackoutFrom: text('blackout_from').notNull().default(''),
    blackoutUntil: text('blackout_until').notNull().default(''),
    /** Reconcile this many minutes after the end. */
    reconcileMinutes: integer('reconcile_minutes').notNull().default(120),
    /**
     * The fee of a late cancel begins this many elapsed minutes before the start; null: with the
     * credit's limit.
     */
    feeMinutes: integer('fee_minutes'),
    /**
     * A no-show loses the credit and pays the fee as well; false: the fee is for those who lose no
     * credit.
     */
    noShowBoth: integer('no_show_both', { mode: 'boolean' }).notNull().default(false),
    /**
     * What counts as a strike; `strike_limit` of them within `strike_days` stop booking for
     * `block_days`. 0 is never.
     */
    lateStrike: integer('late_strike', { mode: 'boolean' }).notNull().default(false),
    noShowStrike: integer('no_show_strike', { mode: 'boolean' }).notNull().default(false),
    strikeLimit: integer('strike_limit').notNull().default(0),
    strikeDays: integer('strike_days').notNull().default(30),
    blockDays: integer('block_days').notNull().default(14),
    /** Places one person may hold on a class date and in its week; 0 is no limit. */
    dailyLimit: integer('daily_limit').notNull().default(0),
    weeklyLimit: integer('weekly_limit').notNull().default(0),
    /** Guests a person may bring to one class. */
    guestLimit: integer('guest_limit').notNull().default(0),
    /** Years of age on the class date; 0 is for all. */
    minimumAge: integer('minimum_age').notNull().default(0),
    /** The fee of the first late cancel or no-show in so many months is not taken; 0 is never. */
    forgiveMonths: integer('forgive_months').notNull().default(0),
    createdBy: text('created_by').notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('policies_by_version').on(t.studioId, t.name, t.version)],
)

/**
 * Whom the fees, strikes and limits of a policy do not touch, and why. Ended ones stay for the
 * history.
 */
export const policyExemptions = sqliteTable(
  'policy_exemptions',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** Name of the policy, in all its versions. */
    policyName: text('policy_name').notNull(),
    reason: text().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
  },
  (t) => [
    uniqueIndex('policy_exemptions_in_force')
      .on(t.studioId, t.personId, t.policyName)
      .where(sql`ended_at IS NULL`),
    index('policy_exemptions_by_name').on(t.studioId, t.policyName),
  ],
)

/** A repeating class: local wall time, IANA zone and RRULE (R5). */
export const series = sqliteTable(
  'series',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    classTypeId: text('class_type_id').notNull(),
    roomId: text('room_id').notNull(),
    coachId: text('coach_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** First local start, `2026-10-12T07:00`. */
    firstStart: text('first_start').notNull(),
    timeZone: text('time_zone').notNull(),
    /** RFC 5545 without DTSTART, such as `FREQ=WEEKLY;BYDAY=MO`; empty is a single class. */
    rrule: text().notNull(),
    /** Local dates without a class, separated by commas. */
    exceptDates: text('except_dates').notNull().default(''),
    minutes: integer().notNull(),
    capacity: integer().notNull(),
    /** Occurrences exist up to and including this local date. */
    expandedUntil: text('expanded_until').notNull().default(''),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
    /** Its classes are made as drafts until the last draft of it is published. */
    isDraft: integer('is_draft', { mode: 'boolean' }).notNull().default(false),
    /** Where its classes are held online; empty is in the room only. */
    onlineUrl: text('online_url').notNull().default(''),
    endedAt: text('ended_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('series_by_studio').on(t.studioId, t.expandedUntil)],
)

/**
 * One class on one day, or one session of a course or workshop, an event, an appointment: whatever
 * needs a coach and a room at a time is a row here, so that one guard finds every clash. `full` and
 * `waitlist open` are derived, never stored. `series_id` is the series, course, workshop, event or
 * appointment it belongs to.
 */
export const occurrences = sqliteTable(
  'occurrences',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text({ enum: offeringKinds }).notNull().default('class'),
    seriesId: text('series_id').notNull(),
    /**
     * The local start the rule gave, kept when the occurrence is moved: its identity within the
     * series.
     */
    recurrenceKey: text('recurrence_key').notNull(),
    classTypeId: text('class_type_id').notNull(),
    roomId: text('room_id').notNull(),
    coachId: text('coach_id').notNull(),
    /** The regular coach while another takes the class; null otherwise. */
    substitutedCoachId: text('substituted_coach_id'),
    policyId: text('policy_id').notNull(),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    timeZone: text('time_zone').notNull(),
    /** The start on the studio's wall, `2026-10-12T07:00`, so that a week is a range of text. */
    localStart: text('local_start').notNull(),
    /**
     * The coach is bound from and until these instants where buffers make it longer than the thing
     * itself.
     */
    busyFrom: text('busy_from'),
    busyUntil: text('busy_until'),
    /** What this session is about. */
    topic: text().notNull().default(''),
    capacity: integer().notNull(),
    /**
     * The last so many of them are given at the desk only. A class begins with those of its type: a
     * trigger.
     */
    walkIns: integer('walk_ins').notNull().default(0),
    /** Free cancel until this instant; computed from the policy, overridable for one class. */
    cutoffAt: text('cutoff_at').notNull(),
    /**
     * Where credit and fee have limits of their own, `cutoff_at` is the first of them; null: with
     * it.
     */
    creditCutoffAt: text('credit_cutoff_at'),
    feeCutoffAt: text('fee_cutoff_at'),
    opensAt: text('opens_at').notNull(),
    closesAt: text('closes_at').notNull(),
    /** Automatic promotion stops here. */
    waitlistClosesAt: text('waitlist_closes_at').notNull(),
    waitlistLimit: integer('waitlist_limit').notNull(),
    /** `held`: an appointment that is being booked; it binds coach and room until `held_until`. */
    state: text({ enum: ['draft', 'held', 'scheduled', 'cancelled', 'reconciled'] }).notNull(),
    heldUntil: text('held_until'),
    cancelReason: text('cancel_reason').notNull().default(''),
    cancelledAt: text('cancelled_at'),
    /** iCalendar SEQUENCE: raised when time, place or state changes. */
    sequence: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('occurrences_one_per_recurrence').on(t.studioId, t.seriesId, t.recurrenceKey),
    index('occurrences_by_local_start').on(t.studioId, t.localStart),
    index('occurrences_by_start').on(t.studioId, t.startsAt),
    index('occurrences_by_series').on(t.studioId, t.seriesId, t.startsAt),
    index('occurrences_by_coach').on(t.studioId, t.coachId, t.startsAt),
    // The two jobs that sweep by time touch only what is still open.
    index('occurrences_to_reconcile').on(t.endsAt).where(sql`state = 'scheduled'`),
  ],
)
