/** Places in an appointment: written with it and ended with it, never one by one. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { entriesForStatement, takenOfLotSql } from '#app/domain/entitlements/ledger.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Gives a person a place in the appointment, where `onlyIf` holds of occurrence `o`. `lotId` null:
 * it is charged.
 */
export function appointmentSeatStatement(
  { db, studio, now }: StudioContext,
  seat: { id: string; appointmentId: string; personId: string; lotId: string | null },
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id,
      policy_id, created_at)
    SELECT ${seat.id}, o.studio_id, o.id, ${seat.personId}, 'booked', ${seat.lotId},
      o.policy_id, ${now}
    FROM occurrences AS o WHERE o.studio_id = ${studio.id} AND o.id = ${seat.appointmentId}
      AND ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/**
 * Ends the places of an appointment that the studio gave up, where `onlyIf` holds: credits that were
 * spent go back, nobody is late. The same twice is once.
 */
export function endSeatsByStudioStatements(
  ctx: StudioContext & { actor: Pick<Actor, 'userId'> },
  appointmentId: string,
  onlyIf: SQL,
) {
  const { db, studio, now, actor } = ctx
  const own = sql`studio_id = ${studio.id} AND occurrence_id = ${appointmentId} AND state = 'booked'
    AND ${onlyIf}`
  return {
    credits: entriesForStatement(
      ctx,
      'return',
      sql`SELECT id AS booking_id, person_id, lot_id FROM bookings WHERE ${own}
        AND ${takenOfLotSql(sql`studio_id`, sql`id`, sql`lot_id`)} < 0`,
      'not confirmed by the studio',
    ),
    seats: db.run(
      sql`UPDATE bookings SET state = 'studio_cancelled', ended_at = ${now},
        ended_by = ${actor.userId} WHERE ${own}`,
    ),
  }
}

/** Ends the places of those who come along, with the state the holder's own came to. */
export function endCompanionsStatement(
  { db, studio, now, actor }: StudioContext & { actor: Pick<Actor, 'userId'> },
  appointmentId: string,
  state: 'cancelled_on_time' | 'late_cancelled',
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE bookings SET state = ${state}, ended_at = ${now}, ended_by = ${actor.userId}
    WHERE studio_id = ${studio.id} AND occurrence_id = ${appointmentId} AND state = 'booked'
      AND ${onlyIf}`)
}
