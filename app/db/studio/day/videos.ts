import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { videoAccess, videoKinds, videoStates } from './videos-words.ts'

/** Videos of a studio: with an exercise, on the members' shelf, or both. */
export const videos = sqliteTable(
  'videos',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    title: text().notNull(),
    about: text().notNull().default(''),
    /** Who made it and what it may be used for. */
    credit: text().notNull().default(''),
    kind: text({ enum: videoKinds }).notNull(),
    /** Where a linked one is watched; empty for a file. */
    link: text().notNull().default(''),
    state: text({ enum: videoStates }).notNull().default('draft'),
    /** The exercise it shows; anyone who sees the exercise sees the video. */
    exerciseId: text('exercise_id'),
    onShelf: integer('on_shelf', { mode: 'boolean' }).notNull().default(false),
    access: text({ enum: videoAccess }).notNull().default('everyone'),
    /** Names of plans, as JSON, where those are asked for. */
    plans: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The level that is asked for, or a higher one of its ladder. */
    levelId: text('level_id').notNull().default(''),
    /** A kept picture (`storage/kept-image.ts`); empty where there is none. */
    poster: text().notNull().default(''),
    /** WebVTT, and the language it is in. */
    captions: text().notNull().default(''),
    captionsLanguage: text('captions_language').notNull().default('en'),
    /** Seconds and names, as JSON. */
    chapters: text({ mode: 'json' }).$type<{ at: number; name: string }[]>().notNull().default([]),
    /** How long it is; 0 is not said. */
    seconds: integer().notNull().default(0),
    /** Where its bytes lie in R2, random; empty until a file has arrived whole. */
    objectKey: text('object_key').notNull().default(''),
    contentType: text('content_type').notNull().default(''),
    bytes: integer().notNull().default(0),
    fileName: text('file_name').notNull().default(''),
    /** A file on its way in parts: its key, the bucket's token for it, its name, size and type. */
    uploadKey: text('upload_key').notNull().default(''),
    uploadToken: text('upload_token').notNull().default(''),
    uploadName: text('upload_name').notNull().default(''),
    uploadBytes: integer('upload_bytes').notNull().default(0),
    uploadType: text('upload_type').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Raised by each edit of what is said of it. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('videos_by_title').on(t.studioId, t.title, t.id),
    index('videos_on_shelf').on(t.studioId, t.title).where(sql`on_shelf AND state = 'published'`),
    index('videos_by_exercise').on(t.studioId, t.exerciseId).where(sql`exercise_id IS NOT NULL`),
  ],
)

/** Parts of a file on its way that have arrived. */
export const videoParts = sqliteTable(
  'video_parts',
  {
    studioId: text('studio_id').notNull(),
    uploadKey: text('upload_key').notNull(),
    /** From 1. */
    number: integer().notNull(),
    etag: text().notNull(),
    bytes: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.uploadKey, t.number] })],
)

/** Where a person stopped watching. */
export const videoPlaces = sqliteTable(
  'video_places',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    videoId: text('video_id').notNull(),
    seconds: integer().notNull(),
    /** Watched to its end. */
    done: integer({ mode: 'boolean' }).notNull().default(false),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.videoId] }),
    index('video_places_newest').on(t.studioId, t.personId, t.updatedAt),
    index('video_places_by_video').on(t.studioId, t.videoId),
  ],
)
