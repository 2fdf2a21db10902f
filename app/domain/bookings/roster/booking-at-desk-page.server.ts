import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditOfStatement } from '#app/domain/audit/audit-queries.server.ts'
import { seatedSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { freeAtDeskSql } from '../availability/seat-guards.server.ts'
import { spotMapOf } from '../availability/spot-map.ts'
import { bookingOfClassStatement } from '../cancelling/cancellation-queries.server.ts'
import type { OtherDate } from './booking-at-desk-words.ts'
import { classAtDeskStatements, rosterStatement, toClassAtDesk } from './roster-page.server.ts'

/** Dates a place can be moved to are offered this many at most. */
const mostDates = 30

/**
 * One person's place in a class: how it stands, the other dates it could be moved to, and what
 * staff have done about it. Null where the class has no such booking, another studio's id included.
 */
export async function bookingAtDeskPage(
  ctx: StudioContext,
  occurrenceId: string,
  bookingId: string,
) {
  const { db, studio, now } = ctx
  const answer = await batch(db, {
    ...classAtDeskStatements(ctx, occurrenceId),
    booking: bookingOfClassStatement(ctx, occurrenceId, bookingId),
    rows: rosterStatement(ctx, occurrenceId, sql`b.id = ${bookingId}`),
    dates: db.all<OtherDate>(sql`
      SELECT o.id, o.local_start AS localStart, room.name AS roomName,
        ${freeAtDeskSql(now)} AS free
      FROM occurrences AS o JOIN rooms AS room ON room.id = o.room_id
      WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now} AND o.state = 'scheduled'
        AND o.id <> ${occurrenceId}
        AND o.class_type_id = (
          SELECT shown.class_type_id FROM occurrences AS shown
          WHERE shown.studio_id = ${studio.id} AND shown.id = ${occurrenceId})
      ORDER BY o.starts_at LIMIT ${mostDates}`),
    audit: auditOfStatement(ctx, 'booking', bookingId, 20),
    room: db.all<{ spots: string; columns: number }>(sql`
      SELECT room.spots, room.spot_columns AS columns
      FROM occurrences AS o JOIN rooms AS room ON room.id = o.room_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    taken: db.all<{ spot: string }>(sql`
      SELECT taken.spot FROM bookings AS taken
      WHERE taken.studio_id = ${studio.id} AND taken.occurrence_id = ${occurrenceId}
        AND taken.spot <> '' AND ${seatedSql('taken')}`),
  })
  const occurrence = toClassAtDesk(answer)
  const [[row], [booking]] = [answer.rows, answer.booking]
  const { dates, audit } = answer
  const [room] = answer.room
  /** The numbered places; null where the room has none. */
  const map =
    room &&
    spotMapOf(
      room,
      answer.taken.map(({ spot }) => spot),
      row?.spot,
    )
  return occurrence && row && booking
    ? { occurrence, row, booking, dates, audit, map: map ?? null }
    : null
}
