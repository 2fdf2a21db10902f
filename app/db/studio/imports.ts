import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { dateOrders, peopleImportKinds, peopleImportStates, rowOutcomes } from './imports-words.ts'

/** A file of people that a studio brought in: uploaded, mapped, checked, committed, rolled back. */
export const peopleImports = sqliteTable(
  'people_imports',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    kind: text({ enum: peopleImportKinds }).notNull().default('people'),
    state: text({ enum: peopleImportStates }).notNull(),
    fileName: text('file_name').notNull(),
    /** Where the file and its checked rows wait in R2, as a prefix; empty once they are deleted. */
    objectKey: text('object_key').notNull(),
    /** Whose numbers the file has: `mindbody`. Ids are the same person only within one source. */
    source: text().notNull().default(''),
    /** Where each column goes, in the order of the file. */
    mapping: text({ mode: 'json' }).$type<string[]>().notNull(),
    dateOrder: text('date_order', { enum: dateOrders }).notNull().default(''),
    /** What was answered for the words and cases of the file that a program cannot settle. */
    decisions: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    /** A tag that everyone added is given; empty is none. */
    tag: text().notNull().default(''),
    /** Rows of the file that can be taken over. */
    total: integer().notNull().default(0),
    /** Rows taken over so far. */
    cursor: integer().notNull().default(0),
    /** The step that moved the cursor last. */
    step: text().notNull().default(''),
    refused: integer().notNull().default(0),
    /** What the check found, by name. */
    findings: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    createdAt: text('created_at').notNull(),
    committedAt: text('committed_at'),
    finishedAt: text('finished_at'),
  },
  (t) => [
    index('people_imports_newest').on(t.studioId, t.createdAt),
    index('people_imports_by_state').on(t.studioId, t.state, t.createdAt),
  ],
)

/** What became of each row that was taken over. */
export const importedPeople = sqliteTable(
  'imported_people',
  {
    studioId: text('studio_id').notNull(),
    importId: text('import_id').notNull(),
    /** The line of the file the row begins on. */
    line: integer().notNull(),
    personId: text('person_id').notNull(),
    /** `filled` is of a lead that it was a touch of one the studio had. */
    outcome: text({ enum: rowOutcomes }).notNull(),
    /** Of a file of leads: the lead, the touch that the row became, and whether its person is new. */
    leadId: text('lead_id'),
    touchId: text('touch_id'),
    newPerson: integer('new_person').notNull().default(0),
    /** Of a file of holdings: the lot, the membership, the amount, the visit or the link it became. */
    holdingId: text('holding_id'),
    /** Fields of someone known that were empty and are filled, as they were filled. */
    filled: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** The step of a roll-back that decided about the person. */
    step: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.importId, t.line] }),
    index('imported_people_by_outcome').on(t.studioId, t.importId, t.outcome),
    index('imported_people_by_person').on(t.studioId, t.personId),
  ],
)

/** By what a person is known elsewhere, so that the next file of that source finds them. */
export const personSources = sqliteTable(
  'person_sources',
  {
    studioId: text('studio_id').notNull(),
    source: text().notNull(),
    /** `id:100021`, `barcode:GP0`, or what tells a row without a number: `row:ana@x.test|ana lee`. */
    externalId: text('external_id').notNull(),
    personId: text('person_id').notNull(),
    /** SHA-256 of what the row said when it was taken over. */
    rowHash: text('row_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.source, t.externalId] }),
    index('person_sources_by_person').on(t.studioId, t.personId),
  ],
)
