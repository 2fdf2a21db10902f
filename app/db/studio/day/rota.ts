import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { shiftRoles } from './staffing-words.ts'

/**
 * A shift of the rota. What people were told of it last stands beside what is planned, so that
 * publishing tells each of them what changed and nothing else.
 */
export const shifts = sqliteTable(
  'shifts',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** What it is: front desk, cleaning. */
    title: text().notNull(),
    /** Whose role may take it while it is open. */
    role: text({ enum: shiftRoles }).notNull(),
    /** Null: open. */
    personId: text('person_id'),
    locationId: text('location_id'),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    /** Taken off, and not published yet. */
    removedAt: text('removed_at'),
    /** As it was published last, JSON of the columns above, and whose it was; null: never. */
    told: text(),
    toldPersonId: text('told_person_id'),
    version: integer().notNull().default(1),
  },
  (t) => [index('shifts_by_start').on(t.studioId, t.startsAt)],
)
