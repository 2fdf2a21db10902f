import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** How often each member comes, by their own last twelve weeks; rewritten each night. */
export const habits = sqliteTable(
  'habits',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** Days with a visit, and days that usually lie between two, in tenths. */
    visits: integer().notNull(),
    usualTenths: integer('usual_tenths').notNull(),
    firstOn: text('first_on').notNull(),
    lastOn: text('last_on').notNull(),
    /** Days since the last visit beyond twice the usual ones; what is below 1 is on time. */
    overdue: integer().notNull(),
    state: text({ enum: ['healthy', 'drifting', 'at_risk'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId] }),
    index('habits_by_state').on(t.studioId, t.state, t.overdue),
  ],
)

/** That somebody at work got in touch with a member who came less, and how. */
export const retentionContacts = sqliteTable(
  'retention_contacts',
  {
    /** Comes with the form, so that a double press is one. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    how: text({ enum: ['call', 'email', 'message', 'in_person'] }).notNull(),
    note: text().notNull().default(''),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [
    index('retention_contacts_by_time').on(t.studioId, t.at),
    index('retention_contacts_by_person').on(t.studioId, t.personId, t.at),
  ],
)

/** What a month is to come to: for the studio, a location or somebody at work. */
export const targets = sqliteTable(
  'targets',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** `2026-06`. */
    month: text().notNull(),
    /** A figure of the catalogue. */
    metric: text().notNull(),
    scope: text({ enum: ['studio', 'location', 'person'] }).notNull(),
    /** Empty of the studio. */
    scopeId: text('scope_id').notNull().default(''),
    /** Minor units, percent or a number, as the figure has it. */
    value: integer().notNull(),
    setBy: text('set_by').notNull(),
    setAt: text('set_at').notNull(),
  },
  (t) => [uniqueIndex('targets_once').on(t.studioId, t.month, t.metric, t.scope, t.scopeId)],
)

/** Whether a studio asks its members how likely they are to recommend it, and how often one person. */
export const scoreRules = sqliteTable('score_rules', {
  studioId: text('studio_id').primaryKey(),
  asks: integer({ mode: 'boolean' }).notNull(),
  /** One person is asked once in so many days. */
  everyDays: integer('every_days').notNull(),
  /** Not before then is it looked for people to ask. */
  nextAt: text('next_at'),
  /** Raised by each edit; a second editor is told. */
  version: integer().notNull().default(1),
})

/** One person asked how likely they are to recommend the studio, and what they answered. */
export const scoreAsks = sqliteTable(
  'score_asks',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /**
     * A hash of the secret of the link in their letter, which opens this one question; of one asked
     * before hashes were kept, the secret.
     */
    token: text().notNull(),
    askedAt: text('asked_at').notNull(),
    /** From 0 to 10; null while they have not answered. */
    score: integer(),
    comment: text().notNull().default(''),
    answeredAt: text('answered_at'),
  },
  (t) => [
    uniqueIndex('score_asks_by_token').on(t.studioId, t.token),
    index('score_asks_by_person').on(t.studioId, t.personId, t.askedAt),
    index('score_asks_by_time').on(t.studioId, t.askedAt),
    index('score_asks_by_answer')
      .on(t.studioId, t.answeredAt, t.score)
      .where(sql`answered_at IS NOT NULL`),
  ],
)
