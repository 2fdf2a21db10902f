import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What someone means to change on the calendar and has not published: one row a class, at most.
 * Nobody but staff sees it; publishing applies it through the same use cases as a change made at
 * once. A class that is new in the draft is an occurrence of state `draft` and has a row of action
 * `publish`.
 */
export const plannedChanges = sqliteTable(
  'planned_changes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    action: text({ enum: ['publish', 'change', 'cancel'] }).notNull(),
    /** What it is to become, null where it stays: local start, minutes, room, coach, places. */
    localStart: text('local_start'),
    minutes: integer(),
    roomId: text('room_id'),
    coachId: text('coach_id'),
    capacity: integer(),
    reason: text().notNull().default(''),
    /**
     * The occurrence's SEQUENCE when it was planned: a class that was changed since is asked about
     * again.
     */
    sequence: integer().notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('planned_changes_one_per_occurrence').on(t.studioId, t.occurrenceId)],
)

/**
 * A term that is copied to other weeks: which weekly classes, how many of them have been gone
 * through, and what became of those. Steps finish it.
 */
export const termCopies = sqliteTable(
  'term_copies',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    fromDate: text('from_date').notNull(),
    weeks: integer().notNull(),
    toDate: text('to_date').notNull(),
    asDraft: integer('as_draft', { mode: 'boolean' }).notNull(),
    /** JSON: the series that were chosen, in order, and of which clashes were on the page. */
    series: text().notNull(),
    seen: text().notNull(),
    /** How many of them have been gone through. */
    position: integer().notNull().default(0),
    made: integer().notNull().default(0),
    classes: integer().notNull().default(0),
    /** JSON: title and reason of each that was not made. */
    refused: text().notNull().default('[]'),
    state: text({ enum: ['copying', 'copied'] }).notNull(),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('term_copies_under_way').on(t.studioId).where(sql`state = 'copying'`)],
)

/**
 * Days on which the studio, or one location of it, does not open: classes on them are cancelled,
 * no new ones are made, and packs may run longer. Local dates, both inclusive.
 */
export const closures = sqliteTable(
  'closures',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Null is everywhere. */
    locationId: text('location_id'),
    name: text().notNull(),
    fromDate: text('from_date').notNull(),
    untilDate: text('until_date').notNull(),
    /** What people read; empty: the name says enough. */
    message: text().notNull().default(''),
    /** Packs that are in force on these days run as many days longer. */
    extendsPacks: integer('extends_packs', { mode: 'boolean' }).notNull().default(true),
    state: text({ enum: ['applying', 'applied', 'lifted'] }).notNull(),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: text('created_at').notNull(),
    appliedAt: text('applied_at'),
    liftedAt: text('lifted_at'),
  },
  (t) => [
    // Days that were opened again may be closed again, under the same name.
    uniqueIndex('closures_once')
      .on(t.studioId, t.fromDate, t.untilDate, t.name)
      .where(sql`state <> 'lifted'`),
    index('closures_by_end').on(t.studioId, t.untilDate),
    index('closures_applying').on(t.studioId).where(sql`state = 'applying'`),
  ],
)

/**
 * What stood on the closed days when they were closed, and what became of it: null is still to be
 * cancelled.
 */
export const closureTargets = sqliteTable(
  'closure_targets',
  {
    studioId: text('studio_id').notNull(),
    closureId: text('closure_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    outcome: text({ enum: ['cancelled', 'over'] }),
    /** People who were told of it. */
    told: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.closureId, t.occurrenceId] })],
)

/** A lot that ran longer because of a closure: once for each. */
export const closureLots = sqliteTable(
  'closure_lots',
  {
    studioId: text('studio_id').notNull(),
    closureId: text('closure_id').notNull(),
    lotId: text('lot_id').notNull(),
    /** 0 where another closure of the same days had given them already. */
    days: integer().notNull(),
    /** The step of the job that took it. */
    step: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.closureId, t.lotId] })],
)

/** Sub: requested → offered → claimed → approved | withdrawn. One open request a class. */
const subRequestStates = ['requested', 'offered', 'claimed', 'approved', 'withdrawn'] as const

export const subRequests = sqliteTable(
  'sub_requests',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    /** The coach who cannot. */
    coachId: text('coach_id').notNull(),
    reason: text().notNull().default(''),
    state: text({ enum: subRequestStates }).notNull(),
    /** Anyone who claims it first takes the class, without a manager's approval. */
    claimsStand: integer('claims_stand', { mode: 'boolean' }).notNull().default(false),
    claimedBy: text('claimed_by'),
    claimedAt: text('claimed_at'),
    decidedBy: text('decided_by'),
    decidedAt: text('decided_at'),
    /**
     * What the substitute gets, fixed at the moment of substitution: a flat sum in minor units;
     * null: by their own rules.
     */
    payMinor: integer('pay_minor'),
    currency: text().notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('sub_requests_one_open')
      .on(t.studioId, t.occurrenceId)
      .where(sql`state IN ('requested','offered','claimed')`),
    index('sub_requests_by_occurrence').on(t.studioId, t.occurrenceId),
    index('sub_requests_open')
      .on(t.studioId, t.createdAt)
      .where(sql`state IN ('requested','offered','claimed')`),
  ],
)

/** Who was asked to take a class, and what they said. */
export const subOffers = sqliteTable(
  'sub_offers',
  {
    studioId: text('studio_id').notNull(),
    requestId: text('request_id').notNull(),
    coachId: text('coach_id').notNull(),
    state: text({ enum: ['offered', 'claimed', 'declined'] }).notNull(),
    offeredAt: text('offered_at').notNull(),
    answeredAt: text('answered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.requestId, t.coachId] }),
    index('sub_offers_by_coach').on(t.studioId, t.coachId, t.state),
  ],
)
