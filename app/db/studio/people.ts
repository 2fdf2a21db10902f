import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bulkActs } from './people-words.ts'

/** Humans known to a studio. The account, if any, is in the directory. */
export const people = sqliteTable(
  'people',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    userId: text('user_id'),
    name: text().notNull(),
    /** What coaches call them; empty means the first word of `name`. */
    preferredName: text('preferred_name').notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    birthDate: text('birth_date'),
    emergencyName: text('emergency_name').notNull().default(''),
    emergencyPhone: text('emergency_phone').notNull().default(''),
    /** As they say it: `she/her`. */
    pronouns: text().notNull().default(''),
    /** Where post reaches them, on one line. */
    address: text().notNull().default(''),
    /** What their card or key tag says when it is scanned. */
    barcode: text().notNull().default(''),
    /** The location they usually come to; null is not said. */
    homeLocationId: text('home_location_id'),
    /** Who or what brought them, in words. */
    referrer: text().notNull().default(''),
    /**
     * Words the studio sorts people by, in lower case: `first month, vip`; empty when there is
     * none.
     */
    tags: text().notNull().default(''),
    /** Path of their photo in the bucket of pictures; empty shows their initials. */
    photo: text().notNull().default(''),
    /**
     * Start of the latest class they came to; kept by triggers (people_search migration), so that a
     * list can sort by it.
     */
    lastVisitAt: text('last_visit_at'),
    /**
     * Last day that any live membership of theirs entitles, 9999-12-31 while one renews; empty where
     * none is live, null where they never had one. Kept by triggers like the next two (migration
     * "people_holdings"), so that lists and their counts start from an index; they are compared with
     * today, so that no midnight has to write.
     */
    memberUntil: text('member_until'),
    /** The same of packs that have credits and were not refunded. */
    creditsUntil: text('credits_until'),
    /** The later of both. */
    heldUntil: text('held_until'),
    /** They let others in a class read their first name, and so read theirs. */
    showsName: integer('shows_name', { mode: 'boolean' }).notNull().default(false),
    /** What they read weights in; empty is as the studio has it. */
    weightUnit: text('weight_unit', { enum: ['', 'kg', 'lb'] })
      .notNull()
      .default(''),
    /** They work here. 2 while they are suspended, so that they are neither staff nor a member. */
    isStaff: integer('is_staff', { mode: 'boolean' }).notNull().default(false),
    /** Known as a lead only: not among the members, and not counted as joined, until they join. */
    prospect: integer({ mode: 'boolean' }).notNull().default(false),
    /** Start of the relation, a date in the studio's zone. */
    joinedOn: text('joined_on').notNull(),
    /** When they were last sent an invitation to sign in that nobody withdrew. */
    invitedAt: text('invited_at'),
    archivedAt: text('archived_at'),
    /** The record this one was merged into: it is shown nowhere, and its address leads there. */
    mergedInto: text('merged_into'),
    /** Kept out by the studio since then: no booking and no check-in; why is in `banReason`. */
    bannedAt: text('banned_at'),
    banReason: text('ban_reason').notNull().default(''),
    /** Nobody writes to them about anything but what they have here. */
    doNotContactAt: text('do_not_contact_at'),
    /** Everything that told who they were is gone since then. */
    erasedAt: text('erased_at'),
    createdAt: text('created_at').notNull(),
    /** Counts the changes of what the forms of a person have; a form is saved at the one it showed. */
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('people_one_per_account').on(t.studioId, t.userId).where(sql`user_id IS NOT NULL`),
    index('people_by_name').on(t.studioId, t.name),
    index('people_by_joined').on(t.studioId, t.joinedOn),
    index('people_by_last_visit').on(t.studioId, t.lastVisitAt),
    // Where the views and filters of the list start: who holds something until a day.
    index('people_members').on(t.studioId, t.memberUntil).where(sql`member_until > ''`),
    index('people_with_credits').on(t.studioId, t.creditsUntil).where(sql`credits_until > ''`),
    index('people_with_packs')
      .on(t.studioId, t.creditsUntil)
      .where(sql`archived_at IS NULL AND credits_until > coalesce(member_until, '')`),
    index('people_past')
      .on(t.studioId, t.heldUntil)
      .where(sql`archived_at IS NULL AND held_until IS NOT NULL`),
    index('people_visitors')
      .on(t.studioId, t.prospect, t.name)
      .where(sql`archived_at IS NULL AND is_staff = 0 AND held_until IS NULL`),
    index('people_by_location')
      .on(t.studioId, t.homeLocationId)
      .where(sql`home_location_id IS NOT NULL`),
    index('people_without_birth_date').on(t.studioId, t.name).where(sql`birth_date IS NULL`),
    index('people_by_email').on(t.studioId, t.email),
    index('people_by_barcode').on(t.studioId, t.barcode).where(sql`barcode <> ''`),
    index('people_by_phone').on(t.studioId, t.phone).where(sql`phone <> ''`),
    index('people_archived').on(t.studioId, t.name).where(sql`archived_at IS NOT NULL`),
    // Two columns are asked for by every list of staff, so that it is chosen before any other index.
    index('people_staff').on(t.studioId, t.isStaff, t.name).where(sql`is_staff = 1`),
    index('people_by_birth_date').on(t.studioId, t.birthDate).where(sql`birth_date IS NOT NULL`),
    index('people_banned').on(t.studioId, t.bannedAt).where(sql`banned_at IS NOT NULL`),
    index('people_merged').on(t.studioId, t.mergedInto).where(sql`merged_into IS NOT NULL`),
    // Whether anyone of a studio lets their name be read at all.
    index('people_shown').on(t.studioId).where(sql`shows_name = 1`),
    // Page by page for other programs, which say this condition so that no other read is drawn to it.
    index('people_in_order').on(t.studioId, t.id).where(sql`id > ''`),
    index('people_tagged').on(t.studioId, t.tags).where(sql`tags <> ''`),
  ],
)

/**
 * What staff write down about a person. Pinned ones stand above the profile, red before yellow. Of
 * an injury everyone at the desk sees that there is one; its words are medical.
 */
export const personNotes = sqliteTable(
  'person_notes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text({ enum: ['note', 'yellow', 'red', 'injury'] }).notNull(),
    text: text().notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: text('created_at').notNull(),
    removedAt: text('removed_at'),
  },
  (t) => [index('person_notes_by_person').on(t.studioId, t.personId, t.createdAt)],
)

/**
 * One change of many people at once, chosen by row or by filter, done in steps and taken back in
 * steps.
 */
export const bulkChanges = sqliteTable(
  'bulk_changes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    act: text({ enum: bulkActs }).notNull(),
    state: text({ enum: ['running', 'done', 'undoing', 'undone'] }).notNull(),
    /** What the act needs: a tag, the words of a note. */
    detail: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    createdAt: text('created_at').notNull(),
    finishedAt: text('finished_at'),
  },
  (t) => [
    index('bulk_changes_newest').on(t.studioId, t.createdAt),
    index('bulk_changes_by_state').on(t.studioId, t.state),
  ],
)

/** Whom a bulk change is for, and what became of each: null until their turn. */
export const bulkTargets = sqliteTable(
  'bulk_targets',
  {
    studioId: text('studio_id').notNull(),
    bulkId: text('bulk_id').notNull(),
    personId: text('person_id').notNull(),
    /** `changed`, `same` (nothing to do), `undone`, or why the person was left out. */
    outcome: text(),
    /** The step that decided it. */
    step: text(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.bulkId, t.personId] }),
    index('bulk_targets_by_outcome').on(t.studioId, t.bulkId, t.outcome),
  ],
)

/** Filters of the people list that someone wants again, for all staff of the studio or alone. */
export const peopleSegments = sqliteTable(
  'people_segments',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** The filters as they are in an address. */
    params: text().notNull(),
    /** All staff see it; false: only who saved it. */
    shared: integer({ mode: 'boolean' }).notNull().default(true),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('people_segments_by_name').on(t.studioId, t.name)],
)

/** The rung each person holds on the ladder of a discipline. */
export const personLevels = sqliteTable(
  'person_levels',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    disciplineId: text('discipline_id').notNull(),
    levelId: text('level_id').notNull(),
    since: text().notNull(),
    /** Stripes earned on it. */
    stripes: integer().notNull().default(0),
    /** Given until an assessment confirms it, or until `lapses_on`. */
    provisional: integer().notNull().default(0),
    /** The first day on which it opens nothing; null is never. */
    lapsesOn: text('lapses_on'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.disciplineId] }),
    index('person_levels_by_level').on(t.studioId, t.levelId, t.since),
    index('person_levels_to_confirm')
      .on(t.studioId, t.lapsesOn)
      .where(sql`provisional = 1 OR lapses_on IS NOT NULL`),
  ],
)

/** A level that somebody reached before the studio kept levels here, as a file says it. */
export const broughtLevels = sqliteTable(
  'brought_levels',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    levelId: text('level_id').notNull(),
    onDate: text('on_date').notNull(),
    /** Who graded them; empty is not known. */
    examiner: text().notNull().default(''),
    importId: text('import_id').notNull(),
    /** What they held of the discipline before the file, as JSON; null is nothing. */
    before: text(),
  },
  (t) => [
    index('brought_levels_of').on(t.studioId, t.personId, t.onDate),
    index('brought_levels_by_import').on(t.studioId, t.importId, t.personId),
  ],
)

/** System notes to a person, shown in the shell. */
export const notices = sqliteTable(
  'notices',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** One notice per cause. */
    dedupeKey: text('dedupe_key').notNull(),
    kind: text().notNull(),
    /** What of the person's push messages it belongs to; null for what cannot be switched off. */
    pushKind: text('push_kind'),
    text: text().notNull(),
    /** Own path the notice leads to. */
    path: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    readAt: text('read_at'),
  },
  (t) => [
    uniqueIndex('notices_once').on(t.studioId, t.dedupeKey),
    index('notices_unread').on(t.studioId, t.personId).where(sql`read_at IS NULL`),
    index('notices_newest').on(t.studioId, t.personId, t.createdAt),
  ],
)

/**
 * Who changed what, when and why: every money, credit, attendance, level, permission and export
 * action.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** The acting account's user id, or `system`. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text().notNull().default(''),
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('audit_entries_by_subject').on(t.studioId, t.subjectKind, t.subjectId, t.createdAt),
    index('audit_entries_by_time').on(t.studioId, t.createdAt, t.id),
  ],
)
