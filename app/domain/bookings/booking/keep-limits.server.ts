import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { heldThenSql, overlappingSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Writes to the live bookings of classes the limits these have now, before the classes take new
 * ones: what was booked keeps what it was made under. `classes` is JSON, an array of objects with
 * `id`; what a booking keeps already stays.
 */
export function keepLimitsStatement(
  { db, studio }: StudioContext,
  classes: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE bookings SET cutoff_at = o.cutoff_at, credit_cutoff_at = o.credit_cutoff_at,
      fee_cutoff_at = o.fee_cutoff_at
    FROM json_each(${classes}) AS input CROSS JOIN occurrences AS o ON o.id = input.value ->> 'id'
    WHERE o.studio_id = ${studio.id} AND bookings.studio_id = o.studio_id
      AND bookings.occurrence_id = o.id
      AND bookings.state IN ('booked','waitlisted','checked_in') AND bookings.cutoff_at IS NULL
      AND ${onlyIf}`)
}

/**
 * Leaves everyone in a class that the studio moved free to cancel until it starts, where the new
 * time is past their limit or at the time of another class they hold. For a batch behind the move;
 * `ids` are the classes whose time changed.
 */
export function freeAfterMoveStatement(
  { db, studio, now }: StudioContext,
  ids: readonly string[],
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE bookings SET cutoff_at = o.starts_at, credit_cutoff_at = NULL, fee_cutoff_at = NULL
    FROM json_each(${JSON.stringify(ids)}) AS input
    CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value
    WHERE bookings.studio_id = o.studio_id AND bookings.occurrence_id = o.id
      AND bookings.state IN ('booked','checked_in') AND ${onlyIf}
      AND (coalesce(bookings.cutoff_at, o.cutoff_at) < ${now}
        OR ${heldThenSql(sql`other.id`, 'bookings', overlappingSql('other'))} IS NOT NULL)`)
}
