import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What happened in a studio, in the order of its commits: written by the batch of the change itself
 * and never changed afterwards but for how far it has been told.
 */
export const happenings = sqliteTable(
  'happenings',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    /** One of `domain/happenings/happening-kinds.ts`. */
    kind: text().notNull(),
    /** What it happened to: a class, an event, a series. */
    subjectId: text('subject_id').notNull(),
    /** The acting account's user id, or `system`. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** What its readers need and could not find out later. */
    detail: text().notNull(),
    at: text().notNull(),
    /** The last of its people who was told, empty before the first; null once all are. */
    toldUntil: text('told_until'),
  },
  (t) => [
    uniqueIndex('happenings_id').on(t.id),
    index('happenings_by_subject').on(t.studioId, t.subjectId, t.seq),
    index('happenings_in_order').on(t.studioId, t.seq),
    index('happenings_of_people').on(t.studioId, t.at).where(sql`kind GLOB 'person.*'`),
    index('happenings_to_tell').on(t.studioId, t.seq).where(sql`told_until IS NOT NULL`),
  ],
)
