import { integer, text } from 'drizzle-orm/sqlite-core'

/**
 * Columns of a stored file, the same in the directory and in each shard: what lies below a studio's
 * folder is a row of its shard, everything else of the directory. Real time, in milliseconds.
 */
export const objectColumns = {
  /** A UUID: the wire promises one. */
  id: text().primaryKey(),
  /** The studio whose folder it lies in; null in the directory. */
  studioId: text('studio_id'),
  bucketId: text('bucket_id').notNull(),
  /**
   * Folders and name. The first folder of a studio's files is its id, so that a changed slug
   * changes no path.
   */
  path: text().notNull(),
  /** Where the bytes lie in R2: random, and another one for each version. */
  objectKey: text('object_key').notNull(),
  /** The account that wrote it last; null for the project's own key. */
  ownerId: text('owner_id'),
  contentType: text('content_type').notNull(),
  bytes: integer().notNull(),
  cacheControl: text('cache_control').notNull(),
  /** MD5 of the bytes, without quotes. */
  etag: text().notNull(),
  /** Names the bytes in addresses that may be kept for ever. */
  version: text().notNull(),
  /** Links carry it: withdrawing them puts another in its place. Empty until then. */
  linkKey: text('link_key').notNull().default(''),
  /** Pixels as shown, for pictures. */
  width: integer(),
  height: integer(),
  /**
   * The average colour of a picture as `#rrggbb`, shown until it arrives; empty for what is none.
   */
  placeholder: text().notNull().default(''),
  /** What the picture shows, for who cannot see it. */
  alt: text().notNull().default(''),
  /** What a client of the wire said about it. */
  metadata: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
  createdAtMs: integer('created_at_ms').notNull(),
  updatedAtMs: integer('updated_at_ms').notNull(),
}

/**
 * Bytes in R2 that no row speaks of: on their way in, or replaced and not deleted yet. The sweep
 * deletes what is due, so a crash between R2 and the database leaves nothing behind.
 */
export const strayColumns = {
  objectKey: text('object_key').primaryKey(),
  dueAtMs: integer('due_at_ms').notNull(),
}
