/**
 * Places in the sessions of a course, for the batch of the caller that changes an enrolment:
 * bookings are this context's table. Each statement acts only where `done` holds, so that it stands
 * or falls with the enrolment's own guard.
 */
import { type SQL, sql } from 'drizzle-orm'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import { entriesForStatement } from '#app/domain/entitlements/ledger.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import {
  bookedCountSql,
  liveSql,
  offeredSql,
  overlappingSql,
} from '#app/domain/places/booking-sql.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { wonByEnrolmentStatements } from '../waitlist/wish-statements.server.ts'

/** Sessions of a course that are still to come, by the alias `o`. */
export const toComeSql = ({ studio, now }: StudioContext, courseId: string | SQL): SQL =>
  sql`o.studio_id = ${studio.id} AND o.series_id = ${courseId} AND o.state = 'scheduled'
    AND o.starts_at > ${now}`

/**
 * Whether the person holds a place in session `o` already: that one is theirs and not someone
 * else's.
 */
const ownSeatSql = (personId: string): SQL => sql`EXISTS (
  SELECT 1 FROM bookings AS own WHERE own.studio_id = o.studio_id AND own.occurrence_id = o.id
    AND own.person_id = ${personId} AND (${offeredSql('own')}
      OR own.state IN ('booked','checked_in','attended','no_show')))`

/**
 * There is a session to come and a free place in each of them, `promised` places left aside for
 * those who wait. The one condition that keeps a course from being sold above the capacity of any
 * session, drop-ins and make-ups included.
 */
export function placeInEachSql(
  ctx: StudioContext,
  courseId: string,
  personId: string,
  promised: SQL,
): SQL {
  const sessions = toComeSql(ctx, courseId)
  return sql`EXISTS (SELECT 1 FROM occurrences AS o WHERE ${sessions})
    AND NOT EXISTS (SELECT 1 FROM occurrences AS o WHERE ${sessions}
      AND ${bookedCountSql} - ${ownSeatSql(personId)} + ${promised} >= ${placesSql})`
}

/**
 * The studio does not keep the person out, and no session to come is at the time of another place
 * they hold, but for those of enrolment `instead`.
 */
export function noOverlapInCourseSql(
  ctx: StudioContext,
  courseId: string | SQL,
  personId: string,
  instead: string | SQL = '',
): SQL {
  return sql`NOT ${bannedSql(sql`${personId}`)} AND NOT EXISTS (
    SELECT 1 FROM occurrences AS o
    CROSS JOIN occurrences AS other ON ${overlappingSql('other')} AND other.series_id <> o.series_id
    CROSS JOIN bookings AS other_booking ON other_booking.studio_id = other.studio_id
      AND other_booking.occurrence_id = other.id AND other_booking.person_id = ${personId}
      AND ${liveSql('other_booking')} AND other_booking.state IN ('booked','checked_in')
      AND other_booking.enrolment_id IS NOT ${instead}
    WHERE ${toComeSql(ctx, courseId)})`
}

/**
 * Takes a place in every session to come for an enrolment. A place the person held there singly
 * becomes part of it, and the credit or the money that had paid goes back; a wish that waited for a
 * session is won by it.
 */
export function takeSeatsStatements(
  ctx: StudioContext,
  { courseId, enrolmentId, personId }: { courseId: string; enrolmentId: string; personId: string },
  done: SQL,
) {
  const { db, studio, now } = ctx
  const sessions = sql`SELECT o.id FROM occurrences AS o WHERE ${toComeSql(ctx, courseId)}`
  const own = sql`studio_id = ${studio.id} AND person_id = ${personId}
    AND occurrence_id IN (${sessions})
    AND state IN ('booked','waitlisted') AND enrolment_id IS NULL AND ${done}`
  const money = giveBackStatements(ctx, sql`SELECT id FROM bookings WHERE ${own}`)
  return {
    moneyBack: money.back,
    moneyVoid: money.void,
    credits: entriesForStatement(
      ctx,
      'return',
      sql`SELECT id AS booking_id, person_id, lot_id FROM bookings WHERE ${own}`,
      'part of the course now',
    ),
    taken: db.run(sql`
      UPDATE bookings SET state = 'booked', enrolment_id = ${enrolmentId}, lot_id = NULL,
        membership_id = NULL, make_up_id = NULL, skipped_reason = NULL WHERE ${own}`),
    ...wonByEnrolmentStatements(ctx, enrolmentId),
    seats: db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, enrolment_id,
        policy_id, created_at)
      SELECT lower(hex(randomblob(6))), o.studio_id, o.id, ${personId}, 'booked', ${enrolmentId},
        o.policy_id, ${now}
      FROM occurrences AS o WHERE ${toComeSql(ctx, courseId)} AND ${done}
      ORDER BY o.starts_at
      ON CONFLICT DO NOTHING`),
  }
}

/** Ends the places of enrolments in sessions to come; `enrolments` is a SELECT of ids. */
export function endSeatsStatement(
  { db, studio, now, actor }: StudioContext & { actor: Actor },
  enrolments: SQL,
  state: 'cancelled_on_time' | 'studio_cancelled',
  done: SQL,
) {
  return db.run(sql`
    UPDATE bookings SET state = ${state}, ended_at = ${now}, ended_by = ${actor.userId}
    WHERE studio_id = ${studio.id} AND enrolment_id IN (${enrolments})
      AND state IN ('booked','waitlisted')
      AND occurrence_id IN (SELECT occurrence.id FROM occurrences AS occurrence
        WHERE occurrence.id = bookings.occurrence_id AND occurrence.starts_at > ${now})
      AND ${done}`)
}

/** Sessions to come in which `enrolment` still holds its place. */
export const seatsToComeSql = (now: string): SQL => sql`(
  SELECT count(*) FROM bookings AS seat
  CROSS JOIN occurrences AS session ON session.id = seat.occurrence_id
  WHERE seat.studio_id = enrolment.studio_id AND seat.enrolment_id = enrolment.id
    AND seat.enrolment_id IS NOT NULL
    AND seat.state IN ('booked','checked_in') AND session.starts_at > ${now}
    AND session.state = 'scheduled')`
