import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { incidentKinds } from './day-book-words.ts'

/** What one shift tells the next. */
export const shiftNotes = sqliteTable(
  'shift_notes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    text: text().notNull(),
    /** The person who wrote it. */
    personId: text('person_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('shift_notes_newest').on(t.studioId, t.createdAt)],
)

/** What went wrong, who was in it and what was done: kept for good. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text({ enum: incidentKinds }).notNull(),
    /** Local date and time. */
    happenedAt: text('happened_at').notNull(),
    /** Where; empty for elsewhere. */
    roomId: text('room_id').notNull().default(''),
    /** Who it happened to; null for nobody in the books. */
    personId: text('person_id'),
    /** What happened, in the words of who wrote it. */
    account: text().notNull(),
    /** What was done at once. */
    done: text().notNull().default(''),
    state: text({ enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** What follows from it, once somebody has looked into it. */
    outcome: text().notNull().default(''),
    closedBy: text('closed_by').notNull().default(''),
    closedAt: text('closed_at'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('incidents_newest').on(t.studioId, t.happenedAt),
    index('incidents_by_state').on(t.studioId, t.state, t.happenedAt),
    index('incidents_by_person').on(t.studioId, t.personId),
  ],
)
