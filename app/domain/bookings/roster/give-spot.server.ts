import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { spotFreeSql } from '#app/domain/places/spot-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { openAtDeskSql } from '../availability/seat-guards.server.ts'

export type GiveSpotResult =
  | { ok: true; spot: string }
  | { ok: false; reason: 'not_found' | 'not_booked' | 'over' | 'spot_taken' }

/**
 * Moves someone who is booked or checked in to another numbered place, until the class is over; an
 * empty label takes theirs away. Twice is once. Refuses a place that is taken or that the room lacks
 * (`spot_taken`), a person without a booking (`not_booked`), and a class that is over or cancelled.
 */
export async function giveSpot(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  spot: string,
): Promise<GiveSpotResult> {
  const { db, studio, now } = ctx
  const own = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId} AND id = ${bookingId}`
  const free = spot === '' ? sql`1` : spotFreeSql(spot)
  const { give, found } = await batch(db, {
    give: db.run(sql`
      UPDATE OR IGNORE bookings SET spot = ${spot}
      WHERE ${own} AND state IN ('booked','checked_in') AND spot <> ${spot}
        AND EXISTS (SELECT 1 FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${openAtDeskSql(now)}
            AND ${free})`),
    audit: auditStatement(
      ctx,
      {
        action: 'booking.spot_given',
        subjectKind: 'booking',
        subjectId: bookingId,
        detail: { occurrenceId, spot },
      },
      rightAfterChange,
    ),
    found: db.all<{ state: string; spot: string; open: number }>(sql`
      SELECT state, spot, EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${openAtDeskSql(now)}) AS open
      FROM bookings WHERE ${own}`),
  })
  const [row] = found
  if (!row) return { ok: false, reason: 'not_found' }
  if (changed(give) > 0) return { ok: true, spot }
  if (!['booked', 'checked_in'].includes(row.state)) return { ok: false, reason: 'not_booked' }
  if (row.spot === spot) return { ok: true, spot }
  return { ok: false, reason: row.open ? 'spot_taken' : 'over' }
}
