import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    channel: text({ enum: ['email', 'push'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId, t.kind, t.channel] })],
)

/**
 * Browsers that get a person's notices as push messages (`domain/messaging/push`). A trigger of
 * `notices` queues one message for each of them.
 */
export const pushDevices = sqliteTable(
  'push_devices',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** The account and session that turned it on: it ends with that session. */
    userId: text('user_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** Address at the browser's own push service. */
    endpoint: text().notNull(),
    /** The browser's public key and secret, in base64url: only it reads what is sent. */
    publicKey: text('public_key').notNull(),
    secret: text().notNull(),
    /** What its owner knows it by, such as "Firefox on Android". */
    name: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('push_devices_once').on(t.studioId, t.personId, t.endpoint)],
)
