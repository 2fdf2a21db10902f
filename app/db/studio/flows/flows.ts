import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flowStates } from './flows-words.ts'

/** A sequence, class plan or choreography of the studio: a template. */
export const flows = sqliteTable(
  'flows',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    title: text().notNull(),
    disciplineId: text('discipline_id').notNull().default(''),
    level: text().notNull().default(''),
    /** What it leads up to, in words. */
    focus: text().notNull().default(''),
    /** Length of the class it is for, in minutes. */
    minutes: integer().notNull(),
    /** What its items come to, in seconds. */
    seconds: integer().notNull().default(0),
    items: integer().notNull().default(0),
    state: text({ enum: flowStates }).notNull(),
    /** The account whose draft it is. */
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    /** The newest of `flow_versions`; raised by each change. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [index('flows_by_title').on(t.studioId, t.title, t.id, t.state)],
)

/** What a flow said after each change, whole. What was taught stays, however old. */
export const flowVersions = sqliteTable(
  'flow_versions',
  {
    studioId: text('studio_id').notNull(),
    flowId: text('flow_id').notNull(),
    version: integer().notNull(),
    /** As `flow-plan.ts` reads it. */
    plan: text().notNull(),
    /** What this change was, in words. */
    what: text().notNull(),
    savedById: text('saved_by_id').notNull(),
    savedBy: text('saved_by').notNull(),
    createdAt: text('created_at').notNull(),
    /** Classes that were taught from it: triggers of `class_flows` count. */
    taught: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.flowId, t.version] })],
)

/** Which exercises the newest version of a flow uses. */
export const flowExercises = sqliteTable(
  'flow_exercises',
  {
    studioId: text('studio_id').notNull(),
    flowId: text('flow_id').notNull(),
    exerciseId: text('exercise_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.flowId, t.exerciseId] }),
    index('flow_exercises_by_exercise').on(t.studioId, t.exerciseId),
  ],
)

/** What coaches say to one another about a flow, or about one item of it. */
export const flowComments = sqliteTable(
  'flow_comments',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    flowId: text('flow_id').notNull(),
    /** Empty is about the whole flow. */
    itemId: text('item_id').notNull().default(''),
    text: text().notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: text('created_at').notNull(),
    settledAt: text('settled_at'),
  },
  (t) => [index('flow_comments_by_flow').on(t.studioId, t.flowId, t.createdAt)],
)

/** The flow a class is taught from: one a class. */
export const classFlows = sqliteTable(
  'class_flows',
  {
    studioId: text('studio_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    flowId: text('flow_id').notNull(),
    /** The version that was taught, once the class has begun; null is the newest. */
    version: integer(),
    setAt: text('set_at').notNull(),
    /**
     * When the class begins, kept by triggers: what a flow is taught in next, and was last, is read
     * from one end of an index, however often it was taught.
     */
    startsAt: text('starts_at').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.occurrenceId] }),
    index('class_flows_by_time').on(t.studioId, t.flowId, t.startsAt),
    // A change of a flow pins what was taught of it: only rows that still follow it.
    index('class_flows_to_pin').on(t.studioId, t.flowId).where(sql`version IS NULL`),
  ],
)

/** The flow that each new class of a series begins with; a trigger copies it to the class. */
export const seriesFlows = sqliteTable(
  'series_flows',
  {
    studioId: text('studio_id').notNull(),
    seriesId: text('series_id').notNull(),
    flowId: text('flow_id').notNull(),
    setAt: text('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.seriesId] }),
    index('series_flows_by_flow').on(t.studioId, t.flowId),
  ],
)
