import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Who looks after whom. A dependant may have two guardians and a guardian many dependants; anyone
 * who has guardians is nobody's guardian.
 */
export const guardians = sqliteTable(
  'guardians',
  {
    studioId: text('studio_id').notNull(),
    guardianId: text('guardian_id').notNull(),
    dependantId: text('dependant_id').notNull(),
    /** What the guardian is to them (`families/family-relations`); empty is a parent or guardian. */
    relation: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    /** When both were told that the dependant is of age and acts for themselves (R17). */
    ofAgeAt: text('of_age_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.dependantId, t.guardianId] }),
    index('guardians_by_guardian').on(t.studioId, t.guardianId),
    index('guardians_of_age').on(t.studioId, t.ofAgeAt).where(sql`of_age_at IS NOT NULL`),
  ],
)

/**
 * Who belongs together without rights: what `other` is to `person`, once a pair. Neither books nor
 * signs for the other.
 */
export const familyTies = sqliteTable(
  'family_ties',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    otherId: text('other_id').notNull(),
    relation: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.otherId] }),
    index('family_ties_by_other').on(t.studioId, t.otherId),
  ],
)

/**
 * Addresses that were asked to look after a dependant and have not answered: a row goes when it is
 * accepted, declined or withdrawn. Those of one press have one `id`.
 */
export const guardianInvitations = sqliteTable(
  'guardian_invitations',
  {
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    dependantId: text('dependant_id').notNull(),
    /** Lower-cased; only an account that has proven it may accept. */
    email: text().notNull(),
    /** The guardian who asks; null where the desk does. */
    askedById: text('asked_by_id'),
    askedByName: text('asked_by_name').notNull(),
    expiresAt: text('expires_at').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.dependantId, t.email] }),
    index('guardian_invitations_by_email').on(t.studioId, t.email),
  ],
)

/**
 * Who may book for another adult: asked by email or offered by the person, in force from
 * `agreed_at` to `ended_at`. Rows stay as the record of what was agreed to; `email` only while
 * nobody has answered.
 */
export const bookingAgreements = sqliteTable(
  'booking_agreements',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Who books. */
    bookerId: text('booker_id').notNull(),
    /** For whom; null until somebody has answered. */
    personId: text('person_id'),
    /** Lower-cased; only an account that has proven it may agree. */
    email: text().notNull().default(''),
    /** What the person agreed to, in the words they read. */
    said: text().notNull().default(''),
    expiresAt: text('expires_at'),
    agreedAt: text('agreed_at'),
    endedAt: text('ended_at'),
    endedBy: text('ended_by', { enum: ['person', 'booker', 'studio'] }),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('booking_agreements_by_booker').on(t.studioId, t.bookerId),
    uniqueIndex('booking_agreements_in_force')
      .on(t.studioId, t.personId, t.bookerId)
      .where(sql`agreed_at IS NOT NULL AND ended_at IS NULL`),
    uniqueIndex('booking_agreements_asked')
      .on(t.studioId, t.email, t.bookerId)
      .where(sql`agreed_at IS NULL AND ended_at IS NULL`),
  ],
)
