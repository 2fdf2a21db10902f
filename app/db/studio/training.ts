import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  exerciseStates,
  importKinds,
  importStates,
  logTypes,
  type Translations,
} from './training-words.ts'

/** What a studio teaches, move by move: its own and what it took over from a library. */
export const exercises = sqliteTable(
  'exercises',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    aliases: text({ mode: 'json' }).$type<string[]>().notNull(),
    disciplineId: text('discipline_id'),
    category: text().notNull().default(''),
    level: text().notNull().default(''),
    force: text().notNull().default(''),
    mechanic: text().notNull().default(''),
    equipment: text().notNull().default(''),
    primaryMuscles: text('primary_muscles', { mode: 'json' }).$type<string[]>().notNull(),
    secondaryMuscles: text('secondary_muscles', { mode: 'json' }).$type<string[]>().notNull(),
    /** The region of the first primary muscle, kept beside it so that facets count in an index. */
    bodyPart: text('body_part').notNull().default(''),
    instructions: text({ mode: 'json' }).$type<string[]>().notNull(),
    cues: text({ mode: 'json' }).$type<string[]>().notNull(),
    faults: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Who should not do it, or how else: `Wrist: on fists`. */
    contraindications: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The studio's own fields, by their name. */
    custom: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /** What it is called and how it is taught in other languages, by language. */
    translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
    logType: text('log_type', { enum: logTypes }).notNull(),
    /** Trained one side at a time. */
    unilateral: integer({ mode: 'boolean' }).notNull().default(false),
    state: text({ enum: exerciseStates }).notNull(),
    /** Where it comes from; all empty (`sourceId` null) for the studio's own. */
    sourceDataset: text('source_dataset').notNull().default(''),
    sourceId: text('source_id'),
    sourceLicence: text('source_licence').notNull().default(''),
    /** SHA-256 of what was imported: tells changed from unchanged at the next import. */
    sourceHash: text('source_hash').notNull().default(''),
    /** The studio's own edit of an imported exercise: later imports leave it alone. */
    editedAt: text('edited_at'),
    /** The exercise this one was merged into: it is shown nowhere, and its address leads there. */
    mergedInto: text('merged_into'),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    // Null source ids are distinct, so this binds imported exercises only.
    uniqueIndex('exercises_once_per_source').on(t.studioId, t.sourceDataset, t.sourceId),
    // Everything that lists filter and facets count by, in the order lists are shown.
    index('exercises_by_facet').on(
      t.studioId,
      t.name,
      t.state,
      t.disciplineId,
      t.equipment,
      t.bodyPart,
      t.level,
      t.category,
      t.logType,
      t.force,
      t.mechanic,
      t.unilateral,
      t.id,
    ),
    index('exercises_by_body_part').on(t.studioId, t.bodyPart, t.state),
    index('exercises_merged').on(t.studioId, t.mergedInto).where(sql`merged_into IS NOT NULL`),
  ],
)

/** The words an exercise is found by, as `exercise-terms.ts` writes them. */
export const exerciseTerms = sqliteTable(
  'exercise_terms',
  {
    studioId: text('studio_id').notNull(),
    term: text().notNull(),
    exerciseId: text('exercise_id').notNull(),
    /**
     * How much the place of the word counts: 3 in the name, 2 in an alias, 1 in equipment and
     * muscles.
     */
    weight: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.term, t.exerciseId] }),
    index('exercise_terms_by_exercise').on(t.studioId, t.exerciseId),
  ],
)

/**
 * Each term with every one of its letters left out once: two words that share a spelling are one
 * slip apart.
 */
export const exerciseSpellings = sqliteTable(
  'exercise_spellings',
  {
    studioId: text('studio_id').notNull(),
    spelling: text().notNull(),
    term: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.spelling, t.term] })],
)

/**
 * Photos of exercises: which stored picture shows which exercise. A picture that serves twice is
 * stored once.
 */
export const exerciseMedia = sqliteTable(
  'exercise_media',
  {
    /** In the photo's address. A changed photo is a new row, so its address may be cached. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    exerciseId: text('exercise_id').notNull(),
    /** Order among the photos of the exercise, from 0. */
    position: integer().notNull(),
    /** The row of `objects`. */
    objectId: text('object_id').notNull(),
    alt: text().notNull().default(''),
    source: text().notNull().default(''),
    licence: text().notNull().default(''),
    /**
     * The import that brought it, written with the row: an import's count is exact however many
     * hands went on with it.
     */
    importId: text('import_id').notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('exercise_media_by_import').on(t.studioId, t.importId).where(sql`import_id <> ''`),
    uniqueIndex('exercise_media_once').on(t.studioId, t.exerciseId, t.objectId),
    index('exercise_media_by_object').on(t.studioId, t.objectId),
  ],
)

/** Of two moves, which comes first: the regression of the other. Without circles. */
export const exerciseLinks = sqliteTable(
  'exercise_links',
  {
    studioId: text('studio_id').notNull(),
    easierId: text('easier_id').notNull(),
    harderId: text('harder_id').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.easierId, t.harderId] }),
    index('exercise_links_by_harder').on(t.studioId, t.harderId),
  ],
)

/** Exercises a person wants at hand. */
export const exerciseFavourites = sqliteTable(
  'exercise_favourites',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    exerciseId: text('exercise_id').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.exerciseId] }),
    index('exercise_favourites_by_exercise').on(t.studioId, t.exerciseId),
  ],
)

/** A file on its way into the library (SM-IMPORT), checked, shown, then taken over in steps. */
export const importJobs = sqliteTable(
  'import_jobs',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text({ enum: importKinds }).notNull(),
    state: text({ enum: importStates }).notNull(),
    fileName: text('file_name').notNull(),
    /** Where the file waits in R2 until it is committed or discarded. */
    objectKey: text('object_key').notNull(),
    dataset: text().notNull().default(''),
    licence: text().notNull().default(''),
    /** State that new exercises get. */
    newState: text('new_state', { enum: exerciseStates }).notNull().default('published'),
    /** Rows or photos in the file that can be taken over, and how many have been. */
    total: integer().notNull().default(0),
    cursor: integer().notNull().default(0),
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** Left alone because the studio had edited them. */
    kept: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** What the dry run found, as `import-findings.ts` reads it. */
    findings: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** The first refusals, each with the row or file it is about. */
    refusals: text({ mode: 'json' }).$type<{ where: string; reason: string }[]>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    finishedAt: text('finished_at'),
  },
  (t) => [
    index('import_jobs_newest').on(t.studioId, t.createdAt),
    index('import_jobs_by_state').on(t.state, t.createdAt),
  ],
)
