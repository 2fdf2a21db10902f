import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Open items of a person's account: what they owe the studio (positive) or the studio owes them
 * (negative), in minor units. Written with the change they follow from and settled later, by an
 * invoice, a refund or at the desk.
 */
export const openItems = sqliteTable(
  'open_items',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text({
      enum: ['drop_in', 'course', 'workshop', 'ticket', 'appointment', 'refund'],
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
  },
  (t) => [
    uniqueIndex('open_items_once').on(t.studioId, t.dedupeKey),
    index('open_items_by_person').on(t.studioId, t.personId, t.state),
    index('open_items_by_subject').on(t.studioId, t.subjectId),
    index('open_items_open').on(t.studioId, t.createdAt).where(sql`state = 'open'`),
  ],
)
