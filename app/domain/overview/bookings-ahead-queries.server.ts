/**
 * What a person has booked or waits for, as listings with their standing: for home and portal
 * alike.
 */
import { sql } from 'drizzle-orm'
import type { MyBooking } from '#app/domain/bookings/availability/bookable-occurrence.ts'
import { ownLateFeeSql, ownRulesSql } from '#app/domain/bookings/booking-queries.server.ts'
import { liveSql, positionSql } from '#app/domain/places/booking-sql.server.ts'
import type { Needs } from '#app/domain/places/needs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import {
  type ListingRow,
  listingsOfStatement,
  toListings,
  type ViewerRows,
} from '#app/domain/timetable/listing-queries.server.ts'

type OwnRow = MyBooking & { occurrenceId: string; lateLosesCredit: number; lateFeeMinor: number }

/** More than anyone books ahead. */
const most = 60

/** Statements for a page's batch; `toBookingsAhead` reads their results. */
export function bookingsAheadStatements(ctx: StudioContext, personId: string, needs: Needs) {
  const { db, studio, now } = ctx
  const live = sql`b.studio_id = ${studio.id} AND b.person_id = ${personId} AND ${liveSql('b')}`
  return {
    ahead: listingsOfStatement(
      ctx,
      sql`SELECT b.occurrence_id FROM bookings AS b WHERE ${live}`,
      sql`o.ends_at > ${now}`,
      most,
      needs,
    ),
    // A booking keeps the rules it was made under, whatever the class has now.
    ownAhead: db.all<OwnRow>(sql`
      SELECT b.occurrence_id AS occurrenceId, b.id, b.state, b.lot_id AS lotId,
        b.membership_id AS membershipId, b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId,
        ${positionSql('b')} AS position, b.decline_until AS declineUntil,
        b.offered_until AS offeredUntil,
        b.wish_id AS wishId, ${ownRulesSql},
        policy.late_keeps_credit AS lateLosesCredit, ${ownLateFeeSql('policy')} AS lateFeeMinor
      FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN policies AS policy ON policy.id = b.policy_id
      WHERE ${live} AND o.ends_at > ${now} LIMIT ${most}`),
  }
}

/** Booked and waiting, soonest first. */
export function toBookingsAhead(
  ctx: StudioContext,
  personId: string,
  rows: { ahead: readonly ListingRow[]; ownAhead: readonly OwnRow[] },
  viewer: Omit<ViewerRows, 'mine'>,
): ClassListing[] {
  const own = new Map(rows.ownAhead.map((row) => [row.occurrenceId, row]))
  const underOwnRules = rows.ahead.flatMap((row) => {
    const mine = own.get(row.id)
    return mine
      ? [{ ...row, lateLosesCredit: mine.lateLosesCredit, lateFeeMinor: mine.lateFeeMinor }]
      : []
  })
  return toListings(ctx, underOwnRules, { ...viewer, mine: [...rows.ownAhead] }, personId)
}
