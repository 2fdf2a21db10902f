import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  bestKinds,
  divisions,
  efforts,
  logImportStates,
  logSources,
  logStates,
  measureKinds,
  setTypes,
} from './training-log-words.ts'

/** A workout that a person does or did (SM-WORK), with the plan it was begun with. */
export const workoutLogs = sqliteTable(
  'workout_logs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    name: text().notNull(),
    state: text({ enum: logStates }).notNull(),
    /** The studio's workout it follows, in the version it was begun with; null for a free one. */
    workoutId: text('workout_id'),
    workoutVersion: integer('workout_version'),
    /** The class it was done in. */
    occurrenceId: text('occurrence_id'),
    /** The person's own routine it follows. */
    routineId: text('routine_id'),
    /** The copy of a program it belongs to, and which of its sessions: `2.4.0` is week, day, slot. */
    assignmentId: text('assignment_id'),
    session: text().notNull().default(''),
    /** Blocks and exercises with their targets (`session-plan.ts`): what was swapped stands here. */
    plan: text().notNull(),
    /** By the clock of the device that wrote the plan last. */
    planMs: integer('plan_ms').notNull().default(0),
    startedAt: text('started_at').notNull(),
    /** The same on the wall of the zone it was begun in, which stays with it. */
    localStart: text('local_start').notNull(),
    timeZone: text('time_zone').notNull(),
    endedAt: text('ended_at'),
    /** When something was last logged: nothing for hours closes it. */
    inputAt: text('input_at').notNull(),
    restUntil: text('rest_until'),
    restSeconds: integer('rest_seconds').notNull().default(0),
    note: text().notNull().default(''),
    effort: text({ enum: efforts }).notNull().default(''),
    /** From when coaches see the result in its class. */
    sharedAt: text('shared_at'),
    /** Coaches read all of it but the note; earlier ticks shared the result alone. */
    sharedWhole: integer('shared_whole', { mode: 'boolean' }).notNull().default(false),
    /** When the first coach had read it, and who that was. */
    readAt: text('read_at'),
    readBy: text('read_by').notNull().default(''),
    /**
     * What a board ranks it by (`score.ts`): seconds, rounds and repetitions, or of anything else of
     * the studio the grams of its heaviest set, counted with the sets. Null where nothing is.
     */
    score: integer(),
    division: text({ enum: divisions }).notNull().default('rx'),
    /** Who of the studio wrote it down; empty is the person, whose own word stands. */
    byName: text('by_name').notNull().default(''),
    source: text({ enum: logSources }).notNull().default(''),
    /** Start and title in the file it came from: the same file brings it once. */
    sourceKey: text('source_key'),
    /** The file that brought it (`log_imports`). */
    importId: text('import_id'),
    /** Of the sets that count, kept when it ends and with each later edit. */
    sets: integer().notNull().default(0),
    /** Weight times repetitions of them, in grams. */
    volume: integer().notNull().default(0),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    index('workout_logs_by_day').on(t.studioId, t.personId, t.localStart, t.state),
    uniqueIndex('workout_logs_one_open').on(t.studioId, t.personId).where(sql`ended_at IS NULL`),
    index('workout_logs_open')
      .on(t.inputAt, t.studioId)
      .where(sql`state IN ('in_progress', 'paused')`),
    // Two records of one human may each have brought the same file, and be merged: not unique.
    index('workout_logs_by_source')
      .on(t.studioId, t.personId, t.source, t.sourceKey)
      .where(sql`source_key IS NOT NULL`),
    index('workout_logs_by_import')
      .on(t.studioId, t.importId, t.id)
      .where(sql`import_id IS NOT NULL`),
    index('workout_logs_by_assignment')
      .on(t.studioId, t.assignmentId, t.session)
      .where(sql`assignment_id IS NOT NULL`),
    index('workout_logs_by_routine')
      .on(t.studioId, t.personId, t.routineId, t.localStart)
      .where(sql`routine_id IS NOT NULL`),
    index('workout_logs_by_workout')
      .on(t.studioId, t.workoutId, t.personId, t.localStart)
      .where(sql`workout_id IS NOT NULL`),
    index('workout_logs_shared')
      .on(t.studioId, t.sharedAt)
      .where(sql`shared_whole = 1 AND read_at IS NULL`),
    index('workout_logs_by_class')
      .on(t.studioId, t.occurrenceId, t.personId)
      .where(sql`occurrence_id IS NOT NULL`),
    index('workout_logs_on_board')
      .on(t.studioId, t.workoutId, t.division, t.score)
      .where(sql`workout_id IS NOT NULL AND score IS NOT NULL`),
    index('workout_logs_of_day')
      .on(t.studioId, t.workoutId, t.localStart)
      .where(sql`workout_id IS NOT NULL AND score IS NOT NULL`),
  ],
)

/**
 * One set as it was done. Its id is made where it is logged and comes once: `e2.3` is the third set
 * of the second exercise on every device.
 */
export const workoutSets = sqliteTable(
  'workout_sets',
  {
    studioId: text('studio_id').notNull(),
    logId: text('log_id').notNull(),
    id: text().notNull(),
    personId: text('person_id').notNull(),
    /** An exercise of the studio, or `~` and a name that it does not have. */
    exerciseId: text('exercise_id').notNull(),
    /** The exercise of the plan (`Entry.id`), and the set's number in it. */
    entry: text().notNull(),
    n: integer().notNull(),
    type: text({ enum: setTypes }).notNull().default('normal'),
    side: text().notNull().default(''),
    grams: integer(),
    reps: integer(),
    seconds: integer(),
    metres: integer(),
    /** Tenths: 85 is RPE 8.5. */
    rpe: integer(),
    rir: integer(),
    /** By the device, as far as it can be believed. */
    doneAt: text('done_at').notNull(),
    /** The last writer wins; what stood before is in `workout_set_edits`. */
    changedMs: integer('changed_ms').notNull(),
    device: text().notNull().default(''),
    removed: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.logId, t.id] }),
    index('workout_sets_by_exercise').on(t.studioId, t.personId, t.exerciseId, t.doneAt),
  ],
)

/** What a set said before it was said again: by another device, or by an edit after the end. */
export const workoutSetEdits = sqliteTable(
  'workout_set_edits',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    logId: text('log_id').notNull(),
    setId: text('set_id').notNull(),
    before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    device: text().notNull().default(''),
    at: text().notNull(),
  },
  (t) => [index('workout_set_edits_by_log').on(t.studioId, t.logId, t.setId)],
)

/**
 * Each time somebody went beyond what they had done before, of one exercise and kind. The highest is
 * their best; the rows before it are how it grew.
 */
export const trainingBests = sqliteTable(
  'training_bests',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    exerciseId: text('exercise_id').notNull(),
    kind: text({ enum: bestKinds }).notNull(),
    /** Of repetitions the weight in grams, of times the distance in metres; else 0. */
    at: integer().notNull().default(0),
    logId: text('log_id').notNull(),
    /** Grams, repetitions, seconds or metres. */
    value: integer().notNull(),
    /** What stood before; null for the first. */
    before: integer(),
    setId: text('set_id').notNull(),
    localStart: text('local_start').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.exerciseId, t.kind, t.at, t.logId] }),
    index('training_bests_by_log').on(t.studioId, t.logId),
    index('training_bests_newest').on(t.studioId, t.personId, t.localStart),
  ],
)

/** A workout that a person made for themselves and does again. */
export const workoutRoutines = sqliteTable(
  'workout_routines',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    name: text().notNull(),
    plan: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('workout_routines_by_person').on(t.studioId, t.personId, t.name)],
)

/** What a person measured of their body on a day: grams, tenths of a percent, millimetres. */
export const bodyMeasures = sqliteTable(
  'body_measures',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text({ enum: measureKinds }).notNull(),
    day: text().notNull(),
    value: integer().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId, t.kind, t.day] })],
)

/** A file of another program's workouts that a person brought (`training-log/import`). */
export const logImports = sqliteTable(
  'log_imports',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: logImportStates }).notNull(),
    source: text({ enum: logSources }).notNull(),
    fileName: text('file_name').notNull(),
    /** What the file says, for its page: counts, days, rows left out (`log-import-view.ts`). */
    found: text().notNull(),
    /** Its exercises with which of the studio's each is. */
    exercises: text().notNull(),
    /** Rows that were left out, with their workouts and why, for who mends them; empty for none. */
    leftOut: text('left_out').notNull().default(''),
    createdAt: text('created_at').notNull(),
    keptAt: text('kept_at'),
    undoneAt: text('undone_at'),
  },
  (t) => [
    index('log_imports_by_person').on(t.studioId, t.personId, t.createdAt),
    index('log_imports_open')
      .on(t.createdAt, t.studioId)
      .where(sql`state IN ('checked', 'keeping', 'undoing')`),
  ],
)

/** The workouts of a file that waits to be kept, some a row; a part that is in the log is deleted. */
export const logImportParts = sqliteTable(
  'log_import_parts',
  {
    studioId: text('studio_id').notNull(),
    importId: text('import_id').notNull(),
    personId: text('person_id').notNull(),
    n: integer().notNull(),
    workouts: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.importId, t.n] })],
)
