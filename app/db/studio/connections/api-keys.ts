import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Keys that a studio gives to other programs, to read of it what their scopes name (decision 137). */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Which program has it, in the studio's words. */
    name: text().notNull(),
    /** What it may read, with a space between: `people timetable`. */
    scopes: text().notNull(),
    /** SHA-256 of its secret half. */
    secretHash: text('secret_hash').notNull(),
    /** The last day it works on, a date in the studio's zone; null has no end. */
    endsOn: text('ends_on'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    /** Kept to the hour, so that reading much writes little. */
    lastUsedAt: text('last_used_at'),
    endedAt: text('ended_at'),
  },
  (t) => [index('api_keys_by_studio').on(t.studioId, t.createdAt)],
)
