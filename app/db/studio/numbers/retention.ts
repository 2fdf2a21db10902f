import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** How often each member comes, by their own last twelve weeks; written anew each night. */
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
