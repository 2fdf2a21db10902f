import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { qualificationEffects } from './staffing-words.ts'

/** What a studio asks those who work there to hold: first aid, insurance, may teach aerial. */
export const qualificationKinds = sqliteTable(
  'qualification_kinds',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** Ids of disciplines and class types that ask for it, by commas; `all` is every one. */
    neededFor: text('needed_for').notNull().default(''),
    effect: text({ enum: qualificationEffects }).notNull(),
    createdAt: text('created_at').notNull(),
    archivedAt: text('archived_at'),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('qualification_kinds_by_name')
      .on(t.studioId, t.name)
      .where(sql`archived_at IS NULL`),
  ],
)

/** One paper of one person; a renewal is another row. */
export const qualifications = sqliteTable(
  'qualifications',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kindId: text('kind_id').notNull(),
    /** As it stands on the paper. */
    number: text().notNull().default(''),
    /** Local dates; the last one is the last day it is good for. Null is not said, and never. */
    issuedOn: text('issued_on'),
    expiresOn: text('expires_on'),
    /** A file of the studio's. */
    fileId: text('file_id'),
    /** They were told that it ends soon. */
    remindedAt: text('reminded_at'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('qualifications_by_person').on(t.studioId, t.personId, t.kindId),
    index('qualifications_by_end').on(t.studioId, t.expiresOn).where(sql`expires_on IS NOT NULL`),
  ],
)

/**
 * What everybody may read of somebody who teaches. It is shown once they agreed to it as it is now:
 * a change by anybody else takes `agreed_at` away.
 */
export const coachBios = sqliteTable(
  'coach_bios',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    text: text().notNull(),
    /** What is kept of their public photo (`settlePicture`); empty for none. */
    photo: text().notNull().default(''),
    agreedAt: text('agreed_at'),
    version: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId] })],
)
