import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timeOffStates } from './staffing-words.ts'

/** Time for which somebody who works there asks to be away. Approved, it has a block of its id. */
export const timeOff = sqliteTable(
  'time_off',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** Whole days begin and end at midnight on the studio's wall. */
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    /** Read by managers and by the person alone. */
    reason: text().notNull().default(''),
    state: text({ enum: timeOffStates }).notNull(),
    /** The word that came with the decision. */
    answer: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    decidedAt: text('decided_at'),
    decidedByName: text('decided_by_name').notNull().default(''),
  },
  (t) => [
    index('time_off_by_person').on(t.studioId, t.personId, t.endsAt),
    index('time_off_by_end').on(t.studioId, t.endsAt),
  ],
)

/** Hours of a week in which somebody can teach classes; nobody's rows: at any time. */
export const teachingHours = sqliteTable(
  'teaching_hours',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** 1 is Monday (ISO 8601). */
    weekday: integer().notNull(),
    /** `09:00` on the studio's wall; `until` may be `24:00`. */
    from: text().notNull(),
    until: text().notNull(),
  },
  (t) => [
    uniqueIndex('teaching_hours_once').on(t.studioId, t.personId, t.weekday, t.from, t.until),
  ],
)
