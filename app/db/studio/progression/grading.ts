import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidateStates, gradingResults, gradingStates, marks } from './grading-words.ts'

/** A day on which people are graded for one level. */
export const gradings = sqliteTable(
  'gradings',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    ladderId: text('ladder_id').notNull(),
    /** The level it is for. */
    levelId: text('level_id').notNull(),
    onDate: text('on_date').notNull(),
    /** `14:00`, in the studio’s time. */
    startsAt: text('starts_at').notNull(),
    place: text().notNull().default(''),
    feeMinor: integer('fee_minor').notNull().default(0),
    answerBy: text('answer_by').notNull(),
    /** Ids of the people who grade, as JSON. */
    panel: text().notNull().default('[]'),
    /** What is marked beside the level’s skills, one a line. */
    items: text().notNull().default(''),
    /** What is handed over to those who pass, as a variant of a product; null is nothing. */
    beltId: text('belt_id'),
    state: text({ enum: gradingStates }).notNull(),
    openedAt: text('opened_at'),
    publishedAt: text('published_at'),
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('gradings_by_date').on(t.studioId, t.onDate, t.id)],
)

/** One person at one grading. */
export const gradingCandidates = sqliteTable(
  'grading_candidates',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    gradingId: text('grading_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: candidateStates }).notNull(),
    overrideReason: text('override_reason').notNull().default(''),
    overrideBy: text('override_by').notNull().default(''),
    invitedAt: text('invited_at'),
    answeredAt: text('answered_at'),
    /** Null until somebody has said what came of it; members see it once all are published. */
    result: text({ enum: gradingResults }),
    /** Sent with the result. */
    note: text().notNull().default(''),
    /** What is done again, one a line, and by when. */
    retestItems: text('retest_items').notNull().default(''),
    retestBy: text('retest_by'),
    resultBy: text('result_by').notNull().default(''),
    /** Raised by each change of the result. */
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('grading_candidates_once').on(t.studioId, t.gradingId, t.personId),
    index('grading_candidates_of').on(t.studioId, t.personId, t.gradingId),
  ],
)

/** A mark of one assessor for one item and side; the newest of each assessor counts. */
export const gradingMarks = sqliteTable(
  'grading_marks',
  {
    studioId: text('studio_id').notNull(),
    gradingId: text('grading_id').notNull(),
    personId: text('person_id').notNull(),
    item: text().notNull(),
    /** `left`, `right`, or empty for what has no sides. */
    side: text().notNull().default(''),
    assessorId: text('assessor_id').notNull(),
    assessorName: text('assessor_name').notNull(),
    mark: text({ enum: marks }).notNull(),
    /** When it was made on its tablet, in milliseconds. */
    madeAtMs: integer('made_at_ms').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.gradingId, t.personId, t.item, t.side, t.assessorId] }),
  ],
)

/** What is given for a level, numbered by the studio without a gap. */
export const certificates = sqliteTable(
  'certificates',
  {
    studioId: text('studio_id').notNull(),
    number: integer().notNull(),
    gradingId: text('grading_id').notNull(),
    personId: text('person_id').notNull(),
    /** As printed. */
    name: text().notNull(),
    level: text().notNull(),
    onDate: text('on_date').notNull(),
    issuedBy: text('issued_by').notNull(),
    issuedAt: text('issued_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.number] }),
    uniqueIndex('certificates_once').on(t.studioId, t.gradingId, t.personId),
    index('certificates_of').on(t.studioId, t.personId),
  ],
)
