import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The secret link of a person's calendar feed; making a new one replaces it. It is found by a hash,
 * and kept sealed with the installation's secret, so that a second device can be given the same
 * link (decision 45).
 */
export const calendarLinks = sqliteTable(
  'calendar_links',
  {
    personId: text('person_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    /** As it is, of a link made before links were sealed; empty since. */
    token: text().notNull(),
    /** SHA-256; null until it is sealed. */
    tokenHash: text('token_hash'),
    sealed: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('calendar_links_by_hash').on(t.studioId, t.tokenHash),
    index('calendar_links_unsealed').on(t.studioId, t.token).where(sql`token_hash IS NULL`),
  ],
)

/** How a person wants to be reminded of a class; without a row: by email, a day before. */
export const reminderChoices = sqliteTable(
  'reminder_choices',
  {
    personId: text('person_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    way: text({ enum: ['mail', 'notice', 'none'] }).notNull(),
    /** Minutes before the start. */
    minutes: integer().notNull(),
  },
  (t) => [index('reminder_choices_by_studio').on(t.studioId)],
)
