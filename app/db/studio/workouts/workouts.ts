import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { workoutKinds, workoutStates } from './workouts-words.ts'

/** A training unit of the studio: a template. */
export const workouts = sqliteTable(
  'workouts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    kind: text({ enum: workoutKinds }).notNull(),
    state: text({ enum: workoutStates }).notNull(),
    /** From when members see it, once it is published. */
    publishAt: text('publish_at'),
    /** Done again and again to measure oneself by: its board is kept over all time. */
    benchmark: integer({ mode: 'boolean' }).notNull().default(false),
    /** The newest of `workout_versions`; raised by each save. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [index('workouts_by_name').on(t.studioId, t.name, t.id, t.state, t.kind)],
)

/** What a workout said at each save. Older ones stay: what was trained from one is not rewritten. */
export const workoutVersions = sqliteTable(
  'workout_versions',
  {
    studioId: text('studio_id').notNull(),
    workoutId: text('workout_id').notNull(),
    version: integer().notNull(),
    /** As it was typed. */
    text: text().notNull(),
    notes: text().notNull().default(''),
    /** As it was understood (`plan/plan.ts`). */
    plan: text().notNull(),
    /** Lines that still need somebody to say what they mean. */
    unclear: integer().notNull().default(0),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.workoutId, t.version] })],
)

/** What is trained in a class: one workout a class, set by who teaches. */
export const classWorkouts = sqliteTable(
  'class_workouts',
  {
    studioId: text('studio_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    workoutId: text('workout_id').notNull(),
    setAt: text('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.occurrenceId] }),
    index('class_workouts_by_workout').on(t.studioId, t.workoutId, t.occurrenceId),
  ],
)

/** The workout that each new class of a series begins with; a trigger copies it to the class. */
export const seriesWorkouts = sqliteTable(
  'series_workouts',
  {
    studioId: text('studio_id').notNull(),
    seriesId: text('series_id').notNull(),
    workoutId: text('workout_id').notNull(),
    setAt: text('set_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.seriesId] })],
)
