import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How long a studio keeps what it told people; without a row the usual months do. */
export const letterRules = sqliteTable('letter_rules', {
  studioId: text('studio_id').primaryKey(),
  /** Calendar months after a message was written. */
  months: integer().notNull(),
  /** Raised by each edit; a second editor is told. */
  version: integer().notNull().default(1),
})
