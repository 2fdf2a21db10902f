import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * "Any of these": places on several waitlists that are one wish. The first that opens wins, and the
 * rest drop (R4).
 */
export const wishes = sqliteTable(
  'wishes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    state: text({ enum: ['open', 'won', 'dropped'] }).notNull(),
    /** The booking that won. */
    bookingId: text('booking_id'),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
  },
  (t) => [index('wishes_by_person').on(t.studioId, t.personId, t.state)],
)

/**
 * The same place every week. `standing` is given by the studio and books ahead of everyone when
 * the class is made; `repeat` is the member's own wish and books like anyone once booking opens.
 */
export const standingPlaces = sqliteTable(
  'standing_places',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    seriesId: text('series_id').notNull(),
    /** The guardian who made it for a child, as of its bookings. */
    guardianId: text('guardian_id'),
    kind: text({ enum: ['standing', 'repeat'] }).notNull(),
    /** Local dates, both inclusive; null is until it is ended. */
    fromDate: text('from_date').notNull(),
    untilDate: text('until_date'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
    endedBy: text('ended_by'),
  },
  (t) => [
    uniqueIndex('standing_places_in_force')
      .on(t.studioId, t.seriesId, t.personId)
      .where(sql`ended_at IS NULL`),
    index('standing_places_by_person').on(t.studioId, t.personId),
  ],
)

/** What became of each date of a standing place: booked, or why not, told once. */
export const standingDates = sqliteTable(
  'standing_dates',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    standingId: text('standing_id').notNull(),
    occurrenceId: text('occurrence_id').notNull(),
    /** `booked`, `waitlisted`, or the refusal's code. */
    outcome: text().notNull(),
    tries: integer().notNull().default(1),
    triedAt: text('tried_at').notNull(),
  },
  (t) => [uniqueIndex('standing_dates_once').on(t.studioId, t.standingId, t.occurrenceId)],
)
