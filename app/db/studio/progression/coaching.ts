import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Who coaches whom, from when until when. Ended, the coach sees nothing more; all of it stays. */
export const coachingRelations = sqliteTable(
  'coaching_relations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    coachId: text('coach_id').notNull(),
    personId: text('person_id').notNull(),
    fromOn: text('from_on').notNull(),
    /** The last day; null while it goes on. */
    toOn: text('to_on'),
    /** Visits a week that the two agreed on. */
    perWeek: integer('per_week').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('coaching_relations_once')
      .on(t.studioId, t.coachId, t.personId)
      .where(sql`to_on IS NULL`),
    index('coaching_relations_of').on(t.studioId, t.personId),
  ],
)

/** What a coach and a client wrote down: goals, habits, measurements and notes, by kind. */
export const coachingEntries = sqliteTable(
  'coaching_entries',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    relationId: text('relation_id').notNull(),
    personId: text('person_id').notNull(),
    kind: text({ enum: ['goal', 'habit', 'measurement', 'note', 'private_note'] }).notNull(),
    text: text().notNull(),
    /** Of a measurement, with its unit. */
    value: text().notNull().default(''),
    onDate: text('on_date').notNull(),
    /** A goal or a habit that is done. */
    doneAt: text('done_at'),
    byName: text('by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('coaching_entries_of').on(t.studioId, t.relationId, t.onDate),
    index('coaching_entries_by_person').on(t.studioId, t.personId, t.onDate),
  ],
)

/** Questions for a client on a day. Whether they are due, sent or missed follows from the day. */
export const coachingCheckins = sqliteTable(
  'coaching_checkins',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    relationId: text('relation_id').notNull(),
    personId: text('person_id').notNull(),
    /** One a line. */
    questions: text().notNull(),
    dueOn: text('due_on').notNull(),
    answers: text().notNull().default(''),
    answeredAt: text('answered_at'),
    reply: text().notNull().default(''),
    reviewedAt: text('reviewed_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('coaching_checkins_of').on(t.studioId, t.relationId, t.dueOn),
    index('coaching_checkins_by_person').on(t.studioId, t.personId, t.dueOn),
  ],
)

/** A client asks that their programs move, after a week that was lost. */
export const coachingShifts = sqliteTable(
  'coaching_shifts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    relationId: text('relation_id').notNull(),
    personId: text('person_id').notNull(),
    days: integer().notNull(),
    reason: text().notNull().default(''),
    state: text({ enum: ['asked', 'approved', 'declined'] }).notNull(),
    askedOn: text('asked_on').notNull(),
    answeredBy: text('answered_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('coaching_shifts_waiting').on(t.studioId, t.relationId).where(sql`state = 'asked'`),
    index('coaching_shifts_of').on(t.studioId, t.relationId, t.askedOn),
    index('coaching_shifts_by_person').on(t.studioId, t.personId, t.askedOn),
  ],
)
