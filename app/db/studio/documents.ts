import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { audiences, signers } from './documents-words.ts'

/** What a studio has people sign: a waiver, house rules. Its text is in its versions. */
export const documents = sqliteTable(
  'documents',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** People sign it before they book. */
    blocksBooking: integer('blocks_booking', { mode: 'boolean' }).notNull(),
    /** Whom it is for, by their age today. */
    audience: text({ enum: audiences }).notNull(),
    /** Number of the version that is shown and signed now. */
    latest: integer().notNull().default(1),
    /** The earliest version whose signatures still count: the last one that asks again. */
    countsFrom: integer('counts_from').notNull().default(1),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    /** Counts the changes of the row; a form is saved at the one it showed. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('documents_by_name').on(t.studioId, t.name),
    index('documents_that_block')
      .on(t.studioId, t.createdAt)
      .where(sql`blocks_booking = 1 AND archived_at IS NULL`),
  ],
)

/** What a document said; never changed once it is there, since people have signed it. */
export const documentVersions = sqliteTable(
  'document_versions',
  {
    studioId: text('studio_id').notNull(),
    documentId: text('document_id').notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    /** Who signed an earlier version signs again at their next booking. */
    asksAgain: integer('asks_again', { mode: 'boolean' }).notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    publishedAt: text('published_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.documentId, t.number] })],
)

/**
 * That somebody signed a version, for themselves or as the guardian of a child. Withdrawn ones stay,
 * as the record that they were there.
 */
export const signatures = sqliteTable(
  'signatures',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    documentId: text('document_id').notNull(),
    number: integer().notNull(),
    /** For whom it was signed. */
    personId: text('person_id').notNull(),
    /** The name that was typed, or that stands on the paper. */
    signerName: text('signer_name').notNull(),
    signedAs: text('signed_as', { enum: signers }).notNull(),
    /** Signed on paper, and noted by staff. */
    onPaper: integer('on_paper', { mode: 'boolean' }).notNull(),
    /** The account that pressed the button: the signer's own, or that of staff for paper. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** A date in the studio's zone for paper; else the instant. */
    signedAt: text('signed_at').notNull(),
    withdrawnAt: text('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('signatures_once')
      .on(t.studioId, t.personId, t.documentId, t.number, t.signedAs)
      .where(sql`withdrawn_at IS NULL`),
    index('signatures_by_document').on(t.studioId, t.documentId, t.number),
    index('signatures_newest').on(t.studioId, t.signedAt),
  ],
)
