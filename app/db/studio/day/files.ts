import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { fileAudiences, fileLinkKinds } from './files-words.ts'

/** Folders of a studio's files; one without a parent lies at the top. */
export const fileFolders = sqliteTable(
  'file_folders',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    parentId: text('parent_id').notNull().default(''),
    name: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('file_folders_by_name').on(t.studioId, t.parentId, t.name)],
)

/** A file as people find it; its bytes are those of its newest version. */
export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Empty is the top. */
    folderId: text('folder_id').notNull().default(''),
    name: text().notNull(),
    /** Separated by commas, lower case. */
    tags: text().notNull().default(''),
    /** Where music or a text comes from and what it may be used for. */
    licence: text().notNull().default(''),
    audience: text({ enum: fileAudiences }).notNull().default('staff'),
    /** Whose it is, where one person may see it. */
    personId: text('person_id'),
    /** A signed paper: nobody deletes it, and it gets no new version. */
    signed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Name, tags and licence folded, for the search. */
    search: text().notNull(),
    /** Number of its newest version. */
    newest: integer().notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('files_by_folder').on(t.studioId, t.folderId, t.name),
    index('files_newest').on(t.studioId, t.updatedAt),
    index('files_by_audience').on(t.studioId, t.audience, t.name),
    index('files_by_person').on(t.studioId, t.personId).where(sql`person_id IS NOT NULL`),
  ],
)

/** The bytes of a file, one row each time somebody put some there. */
export const fileVersions = sqliteTable(
  'file_versions',
  {
    studioId: text('studio_id').notNull(),
    fileId: text('file_id').notNull(),
    number: integer().notNull(),
    /** Where the bytes lie in R2: random. */
    objectKey: text('object_key').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the bytes, in hex. */
    hash: text().notNull(),
    /** As it was called where it came from. */
    originalName: text('original_name').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.fileId, t.number] })],
)

/** What a file is attached to. */
export const fileLinks = sqliteTable(
  'file_links',
  {
    studioId: text('studio_id').notNull(),
    fileId: text('file_id').notNull(),
    kind: text({ enum: fileLinkKinds }).notNull(),
    /** The id of the class, course or person. */
    ref: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.fileId, t.kind, t.ref] }),
    index('file_links_by_ref').on(t.studioId, t.kind, t.ref),
  ],
)

/** Links that anyone who has them opens a file with, until they end. */
export const fileShares = sqliteTable(
  'file_shares',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    fileId: text('file_id').notNull(),
    /** SHA-256 of the link's secret. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: text('expires_at').notNull(),
    endedAt: text('ended_at'),
    /** How often it was opened. */
    opened: integer().notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('file_shares_by_token').on(t.studioId, t.tokenHash),
    index('file_shares_by_file').on(t.studioId, t.fileId),
  ],
)
