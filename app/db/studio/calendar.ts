import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The secret link of a person's calendar feed; making a new one replaces it. Kept as it is and not
 * as a hash, so that a second device can be given the same link; it opens nothing but what lies in
 * this database beside it.
 */
export const calendarLinks = sqliteTable(
  'calendar_links',
  {
    personId: text('person_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    token: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('calendar_links_by_token').on(t.studioId, t.token)],
)

/** How a person wants to be reminded of a class; without a row: by mail, a day before. */
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
