import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Days whose figures were written. A day of a month that is still open is rewritten each night;
 * once its month is closed it stays, whatever becomes of the people.
 */
export const metricDays = sqliteTable(
  'metric_days',
  {
    studioId: text('studio_id').notNull(),
    /** Local date of the studio. */
    day: text().notNull(),
    /** `rebuilt`: from before the first night, out of rows that carry their dates. */
    origin: text({ enum: ['kept', 'rebuilt'] }).notNull(),
    writtenAt: text('written_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.day] })],
)

/** What became of one class, session or appointment that took place, as of the night it was written. */
export const classFacts = sqliteTable(
  'class_facts',
  {
    studioId: text('studio_id').notNull(),
    day: text().notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    kind: text().notNull(),
    /** Hour of its local start, and the day of the week, 1 is Monday. */
    hour: integer().notNull(),
    weekday: integer().notNull(),
    minutes: integer().notNull(),
    classTypeId: text('class_type_id').notNull(),
    coachId: text('coach_id').notNull(),
    roomId: text('room_id').notNull(),
    places: integer().notNull(),
    /** Places that were held at the start, came or not. */
    booked: integer().notNull(),
    came: integer().notNull(),
    noShows: integer('no_shows').notNull(),
    lateCancels: integer('late_cancels').notNull(),
    /** Still on the waitlist at the start. */
    turnedAway: integer('turned_away').notNull(),
    firstVisits: integer('first_visits').notNull(),
    /** Of those booked, and of those who came: nothing paid for their place. */
    freeBooked: integer('free_booked').notNull(),
    freeCame: integer('free_came').notNull(),
    /** What its places earned, in minor units: credits used, drop-ins, shares of memberships. */
    earnedMinor: integer('earned_minor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.day, t.occurrenceId] })],
)

/** Money of a day by what it was for: as it was taken, invoiced and earned, in minor units. */
export const moneyFacts = sqliteTable(
  'money_facts',
  {
    studioId: text('studio_id').notNull(),
    day: text().notNull(),
    /** Kind of an open item; `account_credit` is money that was paid in and not spent. */
    kind: text().notNull(),
    /** Name of the plan or package; empty of anything else. */
    name: text().notNull(),
    takenMinor: integer('taken_minor').notNull(),
    /** What went out, as a positive amount. */
    refundedMinor: integer('refunded_minor').notNull(),
    invoicedMinor: integer('invoiced_minor').notNull(),
    earnedMinor: integer('earned_minor').notNull(),
    /** Of what was earned: credits that expired unused. */
    breakageMinor: integer('breakage_minor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.day, t.kind, t.name] })],
)

/** Figures of a month that are not the sum of its days, by metric and what it is broken down by. */
export const metricMonths = sqliteTable(
  'metric_months',
  {
    studioId: text('studio_id').notNull(),
    /** `2026-06`. */
    month: text().notNull(),
    metric: text().notNull(),
    /** Empty is the whole studio; else a plan, a month of joining, a kind of movement. */
    key: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.month, t.metric, t.key] }),
    index('metric_months_by_metric').on(t.studioId, t.metric, t.month),
  ],
)
