import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  announcementAudiences,
  conversationStates,
  messageChannels,
  messageWays,
} from './conversations-words.ts'

/** What a person and a studio write to one another, or those of a class or course (SM-CONV). */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** With one person, or with everyone of a class or course. */
    kind: text({ enum: ['person', 'group'] }).notNull(),
    /** Null in groups, and where nobody on the books has the address that wrote. */
    personId: text('person_id'),
    /** A group's name, or how a stranger calls themselves. */
    name: text().notNull().default(''),
    /** The address or number of a stranger. */
    address: text().notNull().default(''),
    subjectKind: text('subject_kind', { enum: ['', 'series', 'course'] })
      .notNull()
      .default(''),
    subjectId: text('subject_id').notNull().default(''),
    state: text({ enum: conversationStates }).notNull().default('open'),
    snoozedUntil: text('snoozed_until'),
    /** The person of staff who answers. */
    assigneeId: text('assignee_id'),
    /** Words it is sorted by, in lower case and separated by commas. */
    labels: text().notNull().default(''),
    /** What the address for replies by email ends in. */
    token: text().notNull(),
    /** Since when they have been waiting for an answer. */
    waitingSince: text('waiting_since'),
    /** How long the first answer took. */
    firstReplyMinutes: integer('first_reply_minutes'),
    lastAt: text('last_at').notNull(),
    lastText: text('last_text').notNull().default(''),
    lastWay: text('last_way', { enum: messageWays }).notNull().default('in'),
    lastChannel: text('last_channel', { enum: messageChannels }).notNull().default('app'),
    /** The conversation that this one was merged into. */
    mergedInto: text('merged_into'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('conversations_by_state')
      .on(t.studioId, t.state, t.lastAt)
      .where(sql`merged_into IS NULL`),
    index('conversations_newest').on(t.studioId, t.lastAt).where(sql`merged_into IS NULL`),
    index('conversations_waiting')
      .on(t.studioId, t.waitingSince)
      .where(sql`waiting_since IS NOT NULL AND merged_into IS NULL`),
    index('conversations_snoozed').on(t.studioId, t.snoozedUntil).where(sql`state = 'snoozed'`),
    index('conversations_by_person')
      .on(t.studioId, t.personId, t.lastAt)
      .where(sql`person_id IS NOT NULL`),
    index('conversations_by_assignee')
      .on(t.studioId, t.assigneeId, t.lastAt)
      .where(sql`assignee_id IS NOT NULL`),
    index('conversations_by_address').on(t.studioId, t.address).where(sql`address <> ''`),
    uniqueIndex('conversations_by_token').on(t.studioId, t.token),
    uniqueIndex('conversations_of_group')
      .on(t.studioId, t.subjectKind, t.subjectId)
      .where(sql`subject_kind <> ''`),
  ],
)

/** What was written, in the order it came. */
export const conversationMessages = sqliteTable(
  'conversation_messages',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    conversationId: text('conversation_id').notNull(),
    way: text({ enum: messageWays }).notNull(),
    channel: text({ enum: messageChannels }).notNull(),
    /** Who of the people wrote it; null for staff and strangers. */
    personId: text('person_id'),
    byId: text('by_id').notNull().default(''),
    byName: text('by_name').notNull(),
    text: text().notNull(),
    /** What a reply by email repeated of the letter before. */
    quoted: text().notNull().default(''),
    /** What it is about: the name of a class or exercise, and its page. */
    about: text().notNull().default(''),
    aboutPath: text('about_path').notNull().default(''),
    /** The Message-ID of an email or a text's own id: each comes in once. */
    sourceRef: text('source_ref').notNull().default(''),
    /** The key of its letter in the outbox, which knows what became of it. */
    letterKey: text('letter_key').notNull().default(''),
    /** `watch`: a text that may still fail, and is then emailed. */
    delivery: text({ enum: ['', 'watch'] })
      .notNull()
      .default(''),
    at: text().notNull(),
  },
  (t) => [
    uniqueIndex('conversation_messages_id').on(t.id),
    index('conversation_messages_in_order').on(t.studioId, t.conversationId, t.seq),
    uniqueIndex('conversation_messages_once')
      .on(t.studioId, t.sourceRef)
      .where(sql`source_ref <> ''`),
    index('conversation_messages_watched').on(t.studioId, t.seq).where(sql`delivery = 'watch'`),
    index('conversation_messages_by_person')
      .on(t.studioId, t.personId)
      .where(sql`person_id IS NOT NULL`),
  ],
)

/** How far a person has read a conversation. */
export const conversationReads = sqliteTable(
  'conversation_reads',
  {
    studioId: text('studio_id').notNull(),
    conversationId: text('conversation_id').notNull(),
    personId: text('person_id').notNull(),
    readAt: text('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.conversationId, t.personId] })],
)

/** Answers that staff use again, with fields such as {first name}. */
export const savedReplies = sqliteTable(
  'saved_replies',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: text('created_at').notNull(),
    archivedAt: text('archived_at'),
  },
  (t) => [
    uniqueIndex('saved_replies_by_name').on(t.studioId, t.name).where(sql`archived_at IS NULL`),
  ],
)

/** What a studio tells everyone on its home page, from a day to a day. */
export const announcements = sqliteTable(
  'announcements',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    title: text().notNull(),
    text: text().notNull(),
    audience: text({ enum: announcementAudiences }).notNull(),
    fromOn: text('from_on').notNull(),
    untilOn: text('until_on').notNull(),
    pinned: integer({ mode: 'boolean' }).notNull().default(false),
    byName: text('by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('announcements_by_end').on(t.studioId, t.untilOn)],
)
