import { integer, text } from 'drizzle-orm/sqlite-core'

/**
 * Columns of the transactional outbox, the same in the directory and in each shard. Real time, in
 * milliseconds.
 */
export const outboxColumns = {
  id: text().primaryKey(),
  /** Null for messages of the account itself (confirm, reset). */
  studioId: text('studio_id'),
  /** One message per cause: the same key is queued at most once. */
  dedupeKey: text('dedupe_key').notNull(),
  channel: text({ enum: ['email', 'sms', 'push'] }).notNull(),
  /** An address, a number, or the id of a device (`push_devices`). */
  recipient: text().notNull(),
  /** The message file's name, such as `booking-promoted`. */
  kind: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  /** Of a push message the path that it leads to. */
  html: text().notNull(),
  /** `kept` when no transport is configured: it can be read but is never sent. */
  state: text({ enum: ['queued', 'sending', 'sent', 'kept', 'failed'] }).notNull(),
  attempts: integer().notNull().default(0),
  nextAttemptAtMs: integer('next_attempt_at_ms').notNull(),
  /** Who claimed it, so that only the claimer may finish it. */
  claim: text(),
  lastError: text('last_error'),
  /** Where the recipient ends news and offers; null for what they need. */
  unsubscribe: text(),
  /** What the address for replies to it begins with; null where nobody reads replies. */
  replyTo: text('reply_to'),
  createdAtMs: integer('created_at_ms').notNull(),
  sentAtMs: integer('sent_at_ms'),
}
