import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { exitReasons, winBackResults } from './farewells-words.ts'

/** Two records that look like one human, and that someone has said they are two. */
export const personPairs = sqliteTable(
  'person_pairs',
  {
    studioId: text('studio_id').notNull(),
    /** The smaller of the two ids comes first, so that a pair is one row. */
    personId: text('person_id').notNull(),
    otherId: text('other_id').notNull(),
    decidedBy: text('decided_by').notNull(),
    decidedAt: text('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.otherId] }),
    index('person_pairs_by_other').on(t.studioId, t.otherId),
  ],
)

/** Someone left: why, and their last day. A freeze is none. One that is over stays for the history. */
export const personExits = sqliteTable(
  'person_exits',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    reason: text({ enum: exitReasons }).notNull(),
    /** What they said, in words. */
    text: text().notNull().default(''),
    /** The last day that what they held entitled them to anything. */
    lastDay: text('last_day').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
    /** When they came back. */
    returnedAt: text('returned_at'),
  },
  (t) => [
    uniqueIndex('person_exits_one_in_force')
      .on(t.studioId, t.personId)
      .where(sql`returned_at IS NULL`),
    index('person_exits_by_person').on(t.studioId, t.personId, t.at),
    index('person_exits_by_day').on(t.studioId, t.lastDay),
  ],
)

/** What was tried to win someone back, and what became of it. */
export const winBacks = sqliteTable(
  'win_backs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** What they were offered, in words; empty is a note alone. */
    offer: text().notNull().default(''),
    note: text().notNull().default(''),
    result: text({ enum: winBackResults }).notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [index('win_backs_by_person').on(t.studioId, t.personId, t.at)],
)

/** When each of the staff last looked at a page that tells what is new since. */
export const staffLooks = sqliteTable(
  'staff_looks',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    page: text().notNull(),
    /** What is new is told from here on: the look before the last. */
    since: text().notNull(),
    seenAt: text('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId, t.page] })],
)
