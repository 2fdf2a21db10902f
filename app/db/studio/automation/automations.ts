import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { automationStates, leftOutReasons, runStates, triggerKinds } from './automations-words.ts'

/** When something happens to somebody, what the studio does automatically. */
export const automations = sqliteTable(
  'automations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    state: text({ enum: automationStates }).notNull(),
    trigger: text({ enum: triggerKinds }).notNull(),
    /** Days of the trigger: without a visit, until a pack ends, after joining. */
    days: integer().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Whom it is for by the studio's own fields (`people/list/own-filters`); empty is everyone. */
    own: text().notNull().default(''),
    /** The webhook that is told instead of a letter to them. */
    targetId: text('target_id'),
    /** The local hour from which letters may go out, and from which they may not. */
    fromHour: integer('from_hour').notNull().default(8),
    untilHour: integer('until_hour').notNull().default(20),
    /** Raised by each edit; runs keep the words that they began with. */
    version: integer().notNull().default(1),
    /** Since when it has been live: causes from before are left alone. */
    liveSince: text('live_since'),
    /** When it was live before that, as JSON: `[{ "since", "until" }]`, one for each pause. */
    stretches: text().notNull().default('[]'),
    /** When causes were last looked for. */
    scannedAt: text('scanned_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('automations_live').on(t.studioId, t.state)],
)

/** One person in one automation for one cause, and what became of it. */
export const automationRuns = sqliteTable(
  'automation_runs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    automationId: text('automation_id').notNull(),
    version: integer().notNull(),
    personId: text('person_id').notNull(),
    /** What of theirs began it, such as the day of their last visit. */
    cause: text().notNull(),
    state: text({ enum: runStates }).notNull(),
    why: text({ enum: ['', ...leftOutReasons] })
      .notNull()
      .default(''),
    /** As they were when the run began. */
    subject: text().notNull(),
    text: text().notNull(),
    targetId: text('target_id'),
    dueAt: text('due_at').notNull(),
    letterKey: text('letter_key').notNull().default(''),
    createdAt: text('created_at').notNull(),
    doneAt: text('done_at'),
  },
  (t) => [
    uniqueIndex('automation_runs_once').on(t.studioId, t.automationId, t.personId, t.cause),
    index('automation_runs_due').on(t.studioId, t.dueAt).where(sql`state = 'waiting'`),
    index('automation_runs_newest').on(t.studioId, t.automationId, t.createdAt),
    index('automation_runs_by_person').on(t.studioId, t.personId),
  ],
)
