import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { ownOrGuestSql, seatedSql } from '#app/domain/places/booking-sql.server.ts'
import { spotFreeSql } from '#app/domain/places/spot-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { localDate } from '#app/values/zone.ts'
import { type SpotMap, spotMapOf } from '../availability/spot-map.ts'

export type ChooseSpotResult =
  | { ok: true; spot: string; occurrenceId: string }
  | { ok: false; reason: 'not_found' | 'spot_taken' | 'over' }

type Row = {
  id: string
  state: string
  spot: string
  guestName: string | null
  occurrenceId: string
  title: string
  localStart: string
  startsAt: string
  spots: string
  columns: number
}

function spotStatements({ db, studio, person }: MemberContext, bookingId: string) {
  const own = sql`b.studio_id = ${studio.id} AND b.id = ${bookingId}
    AND ${ownOrGuestSql(studio.id, person.id)}`
  return {
    found: db.all<Row>(sql`
      SELECT b.id, b.state, b.spot, iif(b.guest_of IS NULL, NULL, person.name) AS guestName,
        o.id AS occurrenceId, class_type.name AS title, o.local_start AS localStart,
        o.starts_at AS startsAt, room.spots, room.spot_columns AS columns
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id JOIN people AS person ON person.id = b.person_id
      WHERE ${own}`),
    taken: db.all<{ spot: string }>(sql`
      SELECT taken.spot FROM bookings AS b
      CROSS JOIN bookings AS taken ON taken.studio_id = b.studio_id
        AND taken.occurrence_id = b.occurrence_id AND taken.spot <> '' AND ${seatedSql('taken')}
      WHERE ${own}`),
  }
}

/**
 * The map for a booking of the member's own or of a guest of theirs, in one batch. Null for any
 * other booking.
 */
export async function spotPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  bookingId: string,
) {
  const answer = await batch(ctx.db, {
    ...spotStatements(ctx, bookingId),
    ...shellStatements(ctx, viewer),
  })
  const [booking] = answer.found
  if (!booking) return null
  const map: SpotMap | null = spotMapOf(
    booking,
    answer.taken.map(({ spot }) => spot),
    booking.spot,
  )
  const { spots: _, columns: __, ...shown } = booking
  return {
    booking: shown,
    map: isAhead(booking, ctx.now) ? map : null,
    today: localDate(ctx.now, ctx.studio.timeZone),
    shell: toShell(answer, viewer),
  }
}

const isAhead = ({ state, startsAt }: Row, now: string) => state === 'booked' && now < startsAt

/**
 * Takes a numbered place for a booking that holds a place, until the class starts; empty gives it
 * up. The unique index lets one through of two who choose the same (`spot_taken`, also for a label
 * the room does not have); anyone who is refused keeps the place they had.
 */
export async function chooseSpot(
  ctx: MemberContext,
  bookingId: string,
  spot: string,
): Promise<ChooseSpotResult> {
  const { db, studio, now, person } = ctx
  const free =
    spot === ''
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.id = bookings.occurrence_id AND ${spotFreeSql(spot)})`
  const { found } = await batch(db, {
    take: db.run(sql`
      UPDATE OR IGNORE bookings SET spot = ${spot}
      WHERE studio_id = ${studio.id} AND state = 'booked' AND id = (
        SELECT b.id FROM bookings AS b
        JOIN occurrences AS occurrence ON occurrence.id = b.occurrence_id
          AND occurrence.starts_at > ${now}
        WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId}
          AND ${ownOrGuestSql(studio.id, person.id)}) AND ${free}`),
    ...spotStatements(ctx, bookingId),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found' }
  if (booking.spot === spot) return { ok: true, spot, occurrenceId: booking.occurrenceId }
  return { ok: false, reason: isAhead(booking, now) ? 'spot_taken' : 'over' }
}
