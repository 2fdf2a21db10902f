import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Reports and views of insights that somebody saved: the address that shows them, under a name. */
export const savedReports = sqliteTable(
  'saved_reports',
  {
    /** Comes with the form, so that a double press is one. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    page: text({ enum: ['report', 'insights'] }).notNull(),
    name: text().notNull(),
    /** The choices as parameters of an address. */
    query: text().notNull(),
    /** Everyone who may see reports; else its owner alone. */
    shared: integer({ mode: 'boolean' }).notNull().default(false),
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    /** When it is mailed; null is never. Weekly on Mondays, monthly on the 1st. */
    mailEvery: text('mail_every', { enum: ['week', 'month'] }),
    mailTo: text('mail_to').notNull().default(''),
    /** The local date it is mailed on next. */
    mailNextOn: text('mail_next_on'),
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    changedAt: text('changed_at').notNull(),
  },
  (t) => [
    index('saved_reports_by_page').on(t.studioId, t.page, t.name),
    index('saved_reports_to_mail')
      .on(t.studioId, t.mailNextOn)
      .where(sql`mail_next_on IS NOT NULL`),
  ],
)
