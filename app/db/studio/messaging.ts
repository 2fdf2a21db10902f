import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How long a studio keeps what it told people; without a row the usual months do. */
export const letterRules = sqliteTable('letter_rules', {
  studioId: text('studio_id').primaryKey(),
  /** Calendar months after a message was written. */
  months: integer().notNull(),
  /** Raised by each edit; a second editor is told. */
  version: integer().notNull().default(1),
})

/**
 * What a person does not want to be told: a row for each kind (`domain/messaging/notification-kinds`)
 * and channel that is switched off.
 */
export const notificationChoices = sqliteTable(
  'notification_choices',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text().notNull(),
    channel: text({ enum: ['email'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId, t.kind, t.channel] })],
)
