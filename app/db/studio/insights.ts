import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Recurring revenue as a ledger: what memberships come to a month, by person, written once for each
 * day that is over. A day's total is the one before and its changes, whatever becomes of the
 * memberships later.
 */
export const recurringChanges = sqliteTable(
  'recurring_changes',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    studioId: text('studio_id').notNull(),
    /** Local date of the studio. */
    day: text().notNull(),
    personId: text('person_id').notNull(),
    kind: text({
      enum: ['joined', 'rejoined', 'returned', 'upgraded', 'downgraded', 'froze', 'left'],
    }).notNull(),
    /** A month more or less, in minor units. */
    amountMinor: integer('amount_minor').notNull(),
    /** Names of the plans they have, or had. */
    plans: text().notNull(),
  },
  (t) => [
    uniqueIndex('recurring_changes_once').on(t.studioId, t.day, t.personId),
    index('recurring_changes_by_person').on(t.studioId, t.personId),
  ],
)

/** What each person's memberships come to a month as of the last day that was written. */
export const recurringPeople = sqliteTable(
  'recurring_people',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** With what is frozen, and without. */
    heldMinor: integer('held_minor').notNull(),
    payingMinor: integer('paying_minor').notNull(),
    plans: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId] })],
)

/** The end of each day: how many pay, and what all of it comes to a month. */
export const recurringDays = sqliteTable(
  'recurring_days',
  {
    studioId: text('studio_id').notNull(),
    day: text().notNull(),
    members: integer().notNull(),
    minor: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.day] })],
)
