import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { consentChannels, consentPurposes, consentSources } from './leads-words.ts'

/** What people are asked to consent to. A change is a new version; what was consented to stays. */
export const consentTexts = sqliteTable(
  'consent_texts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    purpose: text({ enum: consentPurposes }).notNull(),
    version: integer().notNull(),
    text: text().notNull(),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [uniqueIndex('consent_texts_once').on(t.studioId, t.channel, t.purpose, t.version)],
)

/**
 * Who consented to what, and who withdrew: a row each time, the latest of a channel and purpose
 * holds (R16).
 */
export const consents = sqliteTable(
  'consents',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    purpose: text({ enum: consentPurposes }).notNull(),
    given: integer({ mode: 'boolean' }).notNull(),
    /** The version of the text; null where it was withdrawn, or given without one. */
    textId: text('text_id'),
    source: text({ enum: consentSources }).notNull(),
    /** The submission or the import, where a form or a file gave it. */
    sourceRef: text('source_ref').notNull().default(''),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [
    uniqueIndex('consents_id').on(t.id),
    index('consents_by_person').on(t.studioId, t.personId, t.channel, t.purpose, t.seq),
  ],
)

/**
 * Addresses that nothing but what they need is sent to, no matter who has them: kept by address, so
 * that neither an import nor another form writes to them again.
 */
export const suppressions = sqliteTable(
  'suppressions',
  {
    studioId: text('studio_id').notNull(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    /** As it is compared: lower case, or E.164. */
    address: text().notNull(),
    why: text({ enum: ['unsubscribed', 'withdrawn', 'do_not_contact', 'bounced'] }).notNull(),
    at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.channel, t.address] })],
)

/** The secret of each person's unsubscribe link; it opens nothing else. */
export const unsubscribeLinks = sqliteTable(
  'unsubscribe_links',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    token: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId] }),
    uniqueIndex('unsubscribe_links_by_token').on(t.studioId, t.token).where(sql`token <> ''`),
  ],
)
