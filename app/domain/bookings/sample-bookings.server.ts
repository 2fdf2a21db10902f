import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { seatedStates } from '#app/db/studio/bookings.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type SampleBooking = {
  id: string
  occurrenceId: string
  personId: string
  lotId: string | null
  membershipId: string | null
}

/**
 * Seats made-up people, all of a class or none of it: only where the class is still open and has
 * places for all of them, so that a booking of a real person is never pushed out. Does nothing for
 * people who are not there.
 */
export function seatSampleStatement(
  { db, studio, now }: StudioContext,
  bookings: readonly SampleBooking[],
): Statement<D1Result> {
  const seated = sql.raw(seatedStates.map((state) => `'${state}'`).join(', '))
  const rows = JSON.stringify(bookings)
  return db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id, membership_id,
      policy_id, created_at)
    SELECT input.value ->> 'id', o.studio_id, o.id, input.value ->> 'personId', 'booked',
      input.value ->> 'lotId', input.value ->> 'membershipId', o.policy_id, ${now}
    FROM json_each(${rows}) AS input
    JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value ->> 'occurrenceId'
    JOIN people AS person ON person.studio_id = o.studio_id
      AND person.id = input.value ->> 'personId'
    WHERE o.state = 'scheduled' AND o.closes_at > ${now}
      AND o.capacity >= (
        SELECT count(*) FROM bookings AS counted
        WHERE counted.studio_id = o.studio_id AND counted.occurrence_id = o.id
          AND counted.state IN (${seated}))
        + (SELECT count(*) FROM json_each(${rows}) AS wanted
          WHERE wanted.value ->> 'occurrenceId' = o.id)
    ON CONFLICT DO NOTHING`)
}

/** Removes every booking and fee of `people`, a SELECT of ids: for people who were made up. */
export function removeBookingsStatements(
  { db, studio }: StudioContext,
  people: SQL,
): { fees: Statement<D1Result>; bookings: Statement<D1Result> } {
  const theirs = sql`studio_id = ${studio.id} AND person_id IN (${people})`
  return {
    fees: db.run(sql`DELETE FROM fees WHERE ${theirs}`),
    bookings: db.run(sql`DELETE FROM bookings WHERE ${theirs}`),
  }
}
