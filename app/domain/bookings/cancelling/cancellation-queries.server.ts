import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { chargedSql, paidSql } from '#app/domain/billing/open-item-sums.server.ts'
import { periodTermsSql } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import {
  guestNamesSql,
  keptLimitsSql,
  ownOrGuestSql,
  waitingCountSql,
  waitsSql,
} from '#app/domain/places/booking-sql.server.ts'
import { makeUpUntilSql } from '#app/domain/places/make-up-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import { lateFeeSql } from '../availability/policy-limits.server.ts'

/** A booking as its cancel sees it: the class, the rules it was made under, what paid. */
export type BookingToCancel = {
  id: string
  personId: string
  state: string
  /** How often what pays was changed. */
  payTurn: number
  declineUntil: Instant | null
  offeredUntil: Instant | null
  lotId: string | null
  lotName: string | null
  lotExpiresOn: LocalDate | null
  /** Credits left in the lot now. */
  lotLeft: number | null
  membershipId: string | null
  membershipName: string | null
  /** Classes a week of the plan; null is unlimited, or no membership. */
  weeklyLimit: number | null
  /** What the limit of a billing period is worked out from, as JSON. */
  period: string | null
  membershipStartsOn: LocalDate | null
  membershipEndsOn: LocalDate | null
  /** What was charged for this place alone, in minor units: a drop-in. */
  chargedMinor: number
  /** How much of it was paid. */
  paidMinor: number
  enrolmentId: string | null
  makeUpId: string | null
  /** The wish it waits for, and on how many lists that waits. */
  wishId: string | null
  wishLists: number
  /**
   * The member who brings this guest, by booking, and what the guest is called; null for everyone
   * else.
   */
  guestOf: string | null
  guestName: string | null
  /** Guests who have a place because of this booking, and how many the class allows. */
  guests: string | null
  guestLimit: number
  /** The course whose enrolment or make-up pays. */
  courseName: string | null
  /** Last day of a make-up that giving it up in time gives; null where the course gives none. */
  makeUpUntil: LocalDate | null
  occurrenceId: string
  title: string
  localStart: LocalDateTime
  timeZone: string
  startsAt: Instant
  endsAt: Instant
  cutoffAt: Instant
  creditCutoffAt: Instant | null
  feeCutoffAt: Instant | null
  waitlistClosesAt: Instant
  coachName: string
  roomName: string
  waiting: number
  /** The first of them would be offered the place, by the rules of joining, and not booked. */
  offers: number
  lateLosesCredit: number
  /** 0 for anyone who is spared the fee, and for a trial. */
  lateFeeMinor: number
  name: string
  preferredName: string
  /** Where letters about it go; nobody is written to about a guest. */
  email: string
  guardianName: string
}

/** One booking of the person; no row for anyone else's or another studio's id. */
export function bookingToCancelStatement(
  ctx: StudioContext,
  personId: string,
  bookingId: string,
): Statement<BookingToCancel[]> {
  // An appointment is given up as a whole, on its own page.
  return bookingStatement(
    ctx,
    sql`b.id = ${bookingId} AND ${ownOrGuestSql(ctx.studio.id, personId)}
      AND o.kind <> 'appointment'`,
  )
}

/** The booking of the person who made an appointment: what its cancel costs. */
export function bookingOfAppointmentStatement(
  ctx: StudioContext,
  personId: string,
  appointmentId: string | SQL,
): Statement<BookingToCancel[]> {
  return bookingStatement(
    ctx,
    sql`b.occurrence_id = ${appointmentId} AND b.person_id = ${personId} AND o.kind = 'appointment'
      ORDER BY b.seq DESC LIMIT 1`,
  )
}

/**
 * One booking of a class, for the desk; no row for another class's or another studio's id, nor of
 * an appointment.
 */
export function bookingOfClassStatement(
  ctx: StudioContext,
  occurrenceId: string,
  bookingId: string,
): Statement<BookingToCancel[]> {
  return bookingStatement(
    ctx,
    sql`b.id = ${bookingId} AND b.occurrence_id = ${occurrenceId} AND o.kind <> 'appointment'`,
  )
}

/** What a membership pays for in some days that is still to come, first class first. */
export function bookingsPaidByStatement(
  ctx: StudioContext,
  {
    personId,
    membershipId,
    packs = false,
  }: { personId: string; membershipId: string; packs?: boolean },
  { from, until }: { from: LocalDate; until: LocalDate | null },
): Statement<BookingToCancel[]> {
  const before = until === null ? sql`1` : sql`o.local_start < ${addDays(until, 1)}`
  const own = sql`b.lot_id IN (SELECT lot.id FROM lots AS lot
    WHERE lot.studio_id = ${ctx.studio.id} AND lot.person_id = ${personId})`
  const paid = sql`b.membership_id = ${membershipId}`
  return bookingStatement(
    ctx,
    sql`b.person_id = ${personId} AND ${packs ? sql`(${paid} OR ${own} AND o.kind <> 'appointment')` : paid}
      AND b.state = 'booked'
      AND o.starts_at > ${ctx.now} AND o.local_start >= ${from} AND ${before}
      ORDER BY o.starts_at LIMIT ${mostFreed}`,
  )
}

/** What credits of a pack pay for that is still to come, first class first, but for appointments. */
export function bookingsOfLotsStatement(
  ctx: StudioContext,
  lotIds: readonly string[],
): Statement<BookingToCancel[]> {
  const lots = sql`(SELECT value FROM json_each(${JSON.stringify(lotIds)}))`
  return bookingStatement(
    ctx,
    // By the entries of the pack: no index of bookings starts with what paid.
    sql`b.id IN (SELECT spent.booking_id FROM entries AS spent
        WHERE spent.studio_id = ${ctx.studio.id} AND spent.lot_id IN ${lots} AND spent.kind = 'book')
      AND b.lot_id IN ${lots} AND b.state = 'booked' AND o.kind <> 'appointment'
      AND o.starts_at > ${ctx.now} ORDER BY o.starts_at LIMIT ${mostFreed}`,
    // The plus keeps it from reading every booking of the studio instead.
    sql`+b.studio_id`,
  )
}

/** Bookings that one act ends with its own batch. */
const mostFreed = 60

/** Whether the first person on the waitlist of class `o` who was not skipped is offered a place. */
const nextIsOfferedSql = sql`coalesce((
  SELECT joined_policy.offer_minutes IS NOT NULL FROM bookings AS next_booking
  JOIN policies AS joined_policy ON joined_policy.id = next_booking.policy_id
  WHERE next_booking.studio_id = o.studio_id AND next_booking.occurrence_id = o.id
    AND ${waitsSql('next_booking')}
  ORDER BY next_booking.skipped_reason IS NOT NULL, next_booking.seq LIMIT 1), 0)`

function bookingStatement(
  { db, studio, now }: StudioContext,
  own: SQL,
  studioId = sql`b.studio_id`,
): Statement<BookingToCancel[]> {
  return db.all<BookingToCancel>(sql`
    SELECT b.id, b.person_id AS personId, b.state, b.pay_turn AS payTurn,
      b.decline_until AS declineUntil,
      b.offered_until AS offeredUntil,
      b.lot_id AS lotId, package.name AS lotName, lot.expires_on AS lotExpiresOn,
      CASE WHEN lot.id IS NULL THEN NULL ELSE (
        SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = b.studio_id AND entry.lot_id = lot.id) END AS lotLeft,
      b.membership_id AS membershipId, plan.name AS membershipName,
      plan.weekly_limit AS weeklyLimit, ${periodTermsSql()} AS period,
      membership.starts_on AS membershipStartsOn, membership.ends_on AS membershipEndsOn,
      ${chargedSql(sql`b.studio_id`, sql`b.id`)} AS chargedMinor,
      ${paidSql(sql`b.studio_id`, sql`b.id`)} AS paidMinor,
      b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId, course_type.name AS courseName,
      b.wish_id AS wishId,
      iif(b.wish_id IS NULL, 0, (SELECT count(*) FROM bookings AS waiting_booking
        WHERE waiting_booking.studio_id = b.studio_id AND waiting_booking.wish_id = b.wish_id
          AND waiting_booking.state = 'waitlisted')) AS wishLists,
      b.guest_of AS guestOf, iif(b.guest_of IS NULL, NULL, person.name) AS guestName,
      ${guestNamesSql} AS guests, (SELECT class_policy.guest_limit FROM policies AS class_policy
        WHERE class_policy.id = o.policy_id) AS guestLimit,
      CASE WHEN b.enrolment_id IS NOT NULL
        AND course.make_up_hours IS NOT NULL THEN ${makeUpUntilSql} END AS makeUpUntil,
      o.id AS occurrenceId, class_type.name AS title, o.local_start AS localStart,
      o.time_zone AS timeZone, o.starts_at AS startsAt, o.ends_at AS endsAt, ${keptLimitsSql},
      o.waitlist_closes_at AS waitlistClosesAt,
      ${calledSql('coach')} AS coachName, room.name AS roomName,
      ${waitingCountSql} AS waiting, ${nextIsOfferedSql} AS offers,
      policy.late_keeps_credit AS lateLosesCredit,
      ${lateFeeSql(now)} AS lateFeeMinor,
      person.name, person.preferred_name AS preferredName,
      ${addressSql(sql`b.guardian_id`)}
    FROM bookings AS b
    JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = o.coach_id
    JOIN people AS person ON person.id = b.person_id
    JOIN policies AS policy ON policy.id = b.policy_id
    LEFT JOIN lots AS lot ON lot.id = b.lot_id
    LEFT JOIN packages AS package ON package.id = lot.package_id
    LEFT JOIN memberships AS membership ON membership.id = b.membership_id
    LEFT JOIN plans AS plan ON plan.id = membership.plan_id
    LEFT JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
    LEFT JOIN make_ups AS make_up ON make_up.id = b.make_up_id
    LEFT JOIN courses AS course ON course.id = coalesce(enrolment.course_id, make_up.course_id)
    LEFT JOIN class_types AS course_type ON course_type.id = course.class_type_id
    WHERE ${studioId} = ${studio.id} AND ${own}`)
}
