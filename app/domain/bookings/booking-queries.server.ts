import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements } from '#app/db/page.server.ts'
import {
  limitedMembershipsSql,
  type MembershipRow,
  membershipColumnsSql,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import {
  keptLimitsSql,
  liveSql,
  losesCreditSql,
  positionSql,
  usesAllowanceSql,
  waitingCountSql,
} from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import type { MyBooking, OtherBooking } from './availability/bookable-occurrence.ts'

/** What a late cancel of booking `b` costs by its policy `rules`: nothing for a trial. */
export const ownLateFeeSql = (rules: string): SQL =>
  sql.raw(`iif((SELECT trial.prospect
  FROM people AS trial WHERE trial.id = b.person_id), 0, ${rules}.late_fee_minor)`)

/**
 * The rules that booking `b` was made under, as `MyBooking` has them; its limits are null while
 * they are the class's.
 */
export const ownRulesSql = sql`
  b.cutoff_at AS cutoffAt, b.credit_cutoff_at AS creditCutoffAt, b.fee_cutoff_at AS feeCutoffAt, (
    SELECT booked_policy.late_keeps_credit FROM policies AS booked_policy
    WHERE booked_policy.id = b.policy_id) AS losesCredit, (
      SELECT ${ownLateFeeSql('booked_policy')} FROM policies AS booked_policy
      WHERE booked_policy.id = b.policy_id) AS feeMinor, (
      SELECT booked_policy.offer_minutes FROM policies AS booked_policy
      WHERE booked_policy.id = b.policy_id) AS offerMinutes`

const mineColumns = sql`
  b.id, b.state, b.lot_id lotId, b.membership_id membershipId, b.enrolment_id enrolmentId,
  b.make_up_id makeUpId, ${positionSql('b')} position,
  b.decline_until declineUntil, b.offered_until offeredUntil, b.wish_id wishId, b.spot,
  b.cutoff_at cutoffAt, b.credit_cutoff_at creditCutoffAt, b.fee_cutoff_at feeCutoffAt,
  rules.late_keeps_credit losesCredit, rules.late_fee_minor feeMinor,
  rules.offer_minutes offerMinutes`
const mineRules = sql`LEFT JOIN policies AS rules ON rules.id = b.policy_id`

/**
 * A person's latest row for one class. A live row is always the latest, since it is in the way
 * of another.
 */
export function myBookingStatement(
  { db, studio }: StudioContext,
  personId: string,
  occurrenceId: string | SQL,
): Statement<MyBooking[]> {
  return db.all<MyBooking>(sql`
    SELECT ${mineColumns} FROM bookings AS b ${mineRules}
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
      AND b.person_id = ${personId}
    ORDER BY b.seq DESC LIMIT 1`)
}

/**
 * A person's live rows and those the studio cancelled, for classes of a range of local starts (a
 * week's timetable), and for one more class, `besides`.
 */
export function myBookingsBetweenStatement(
  { db, studio }: StudioContext,
  personId: string,
  { from, until }: { from: LocalDateTime; until: LocalDateTime },
  besides?: string,
): Statement<(MyBooking & { occurrenceId: string })[]> {
  const more = besides === undefined ? sql`` : sql`UNION SELECT ${besides}`
  return db.all<MyBooking & { occurrenceId: string }>(sql`
    SELECT o.id AS occurrenceId, ${mineColumns}
    FROM (SELECT id FROM occurrences WHERE studio_id = ${studio.id}
      AND local_start >= ${from} AND local_start < ${until} ${more}) AS o
    CROSS JOIN bookings AS b ON b.studio_id = ${studio.id} AND b.occurrence_id = o.id
      AND b.person_id = ${personId} ${mineRules}
    WHERE (${liveSql('b')} OR b.state = 'studio_cancelled')
    ORDER BY b.seq`)
}

/** The person's places and waits in classes that are not over, for what overlaps. */
export function othersAheadStatement(
  { db, studio, now }: StudioContext,
  personId: string,
): Statement<OtherBooking[]> {
  return db.all<OtherBooking>(sql`
    SELECT b.id AS bookingId, occurrence.id AS occurrenceId, b.state, class_type.name AS title,
      occurrence.starts_at AS startsAt, occurrence.ends_at AS endsAt,
      occurrence.local_start AS localStart
    FROM bookings AS b CROSS JOIN occurrences AS occurrence ON occurrence.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = occurrence.class_type_id
    WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId} AND ${liveSql('b')}
      AND occurrence.ends_at > ${now}
      AND occurrence.state <> 'cancelled' LIMIT 300`)
}

/** A booking that is over, with its class; `endedAt` is when it was given up. */
export type PastBookingRow = {
  endedAt: Instant | null
  id: string
  state: string
  occurrenceId: string
  title: string
  coachName: string
  roomName: string
  startsAt: Instant
  endsAt: Instant
  localStart: LocalDateTime
  timeZone: string
  cutoffAt: Instant
  declineUntil: Instant | null
  waitlistClosesAt: Instant
  lotId: string | null
  membershipId: string | null
  enrolmentId: string | null
  makeUpId: string | null
  position: number | null
  waiting: number
  capacity: number
  lateLosesCredit: number
  lateFeeMinor: number
}

const listColumns = sql`
  b.id, b.state, o.id AS occurrenceId, class_type.name AS title,
  ${calledSql('coach')} AS coachName,
  room.name AS roomName, o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart,
  o.time_zone AS timeZone, ${keptLimitsSql}, b.decline_until AS declineUntil,
  o.waitlist_closes_at AS waitlistClosesAt, b.lot_id AS lotId, b.membership_id AS membershipId,
  b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId, ${positionSql('b')} AS position,
  ${waitingCountSql} AS waiting, ${onlinePlacesSql} AS capacity, ${losesCreditSql('b')} AS lateLosesCredit,
  ${ownLateFeeSql('policy')} AS lateFeeMinor`
// CROSS keeps the person's bookings outermost: each class is then one look-up by its key.
const listSource = sql`
  bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  JOIN rooms AS room ON room.id = o.room_id
  JOIN people AS coach ON coach.id = o.coach_id JOIN policies AS policy ON policy.id = b.policy_id`

/**
 * What lies behind a person or was given up, latest class first: for a page query, which reads it
 * with `toPage`.
 */
export function pastBookingsStatements(
  { db, studio, now }: StudioContext,
  personId: string,
  at: PageNumber,
) {
  return pageStatements<PastBookingRow>(
    db,
    {
      select: sql`${listColumns}, b.ended_at AS endedAt`,
      from: listSource,
      where: sql`b.studio_id = ${studio.id} AND b.person_id = ${personId}
        AND (b.state NOT IN ('booked','waitlisted','checked_in') OR o.ends_at <= ${now})`,
      orderBy: sql`o.starts_at DESC, b.seq DESC`,
    },
    at,
  )
}

/** No limit counts classes of more days than a month has, and those of the month before. */
const longestLimit = 62

/** The days whose classes may count against the same limit as a class. */
export function daysAroundClassSql(
  studioId: string,
  occurrenceId: string | SQL,
): { from: SQL; until: SQL } {
  const day = (more: number) => sql`(
    SELECT date(local_start, ${`${more} days`}) FROM occurrences
    WHERE studio_id = ${studioId} AND id = ${occurrenceId})`
  return { from: day(-longestLimit), until: day(longestLimit + 1) }
}

/** The same of the classes between two local dates, of which `until` is not included. */
export function daysAround(from: LocalDate, until: LocalDate): { from: SQL; until: SQL } {
  return { from: sql`${addDays(from, -longestLimit)}`, until: sql`${addDays(until, longestLimit)}` }
}

export type MembershipWithUsesRow = MembershipRow & {
  /** Dates between commas; null without a limit, or where it has paid for none. */
  usedOn: string | null
}

/**
 * The memberships of one person as `entitlementsStatements` has them, each with the class dates in
 * a span that its limit counts; `usesOf` reads those.
 */
export function membershipsWithUsesStatement(
  { db, studio, now }: StudioContext,
  personId: string,
  { from, until }: { from: SQL; until: SQL },
): Statement<MembershipWithUsesRow[]> {
  return db.all<MembershipWithUsesRow>(sql`
    SELECT ${membershipColumnsSql(studio)}, iif(
      coalesce(plan.weekly_limit, plan.period_limit) IS NULL, NULL, (
      SELECT group_concat(substr(class.local_start, 1, 10)) FROM bookings AS used
      CROSS JOIN occurrences AS class ON class.id = used.occurrence_id
      WHERE used.studio_id = membership.studio_id AND used.person_id = membership.person_id
        AND used.membership_id = membership.id
        AND ${usesAllowanceSql('used', sql`plan.missed_counts`)}
        AND class.local_start >= ${from} AND class.local_start < ${until})) AS usedOn
    FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
    WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
      AND coalesce(membership.ends_on, '9999') >= ${localDate(now, studio.timeZone)}
    ORDER BY membership.purchased_at, membership.id`)
}

export const usesOf = (memberships: readonly MembershipWithUsesRow[]): UseRow[] =>
  memberships.flatMap(({ id, personId, usedOn }) =>
    (usedOn ?? '')
      .split(',')
      .filter(Boolean)
      .map((date) => ({ personId, membershipId: id, usedOn: date })),
  )

/** Class dates that memberships with a limit have paid for; `until` is not included. */
export function membershipUsesStatement(
  ctx: StudioContext,
  whose: SQL,
  { from, until }: { from: SQL; until: SQL },
): Statement<UseRow[]> {
  return ctx.db.all<UseRow>(sql`
    SELECT membership.person_id AS personId, membership.id AS membershipId,
      substr(used_class.local_start, 1, 10) AS usedOn
    FROM ${limitedMembershipsSql(ctx, whose)} AS membership
    CROSS JOIN bookings AS used ON used.studio_id = ${ctx.studio.id}
      AND used.person_id = membership.person_id AND used.membership_id = membership.id
    CROSS JOIN occurrences AS used_class ON used_class.id = used.occurrence_id
    WHERE ${usesAllowanceSql('used')} AND used_class.local_start >= ${from}
      AND used_class.local_start < ${until}`)
}
