/**
 * Pieces of SQL that the guarded writes and the reads of bookings share. An occurrence goes by the
 * alias `o`.
 */
import { type SQL, sql } from 'drizzle-orm'
import { liveStates, seatedStates } from '#app/db/studio/bookings.ts'
import { keptCountOf } from './kept-places.server.ts'
import { everyNeed, type Needs } from './needs.server.ts'
import { soldCountSql } from './ticket-sql.server.ts'

/** `'booked','checked_in'` for an IN. Only for words of our own. */
const words = (states: readonly string[]) => states.map((state) => `'${state}'`).join(',')

/**
 * The exact text of the live-unique index's condition, without which SQLite does not use that
 * index.
 */
export const liveSql = (alias: string): SQL => sql.raw(`${alias}.state IN (${words(liveStates)})`)

export const seatedSql = (alias: string): SQL =>
  sql.raw(`${alias}.state IN (${words(seatedStates)})`)

const countOf = (condition: SQL) => sql`(SELECT count(*) FROM bookings AS c
  WHERE c.studio_id = o.studio_id AND c.occurrence_id = o.id AND ${condition})`

/** Booking `alias` waits, and an open place is kept for it: it is offered (SM-BOOK). */
export const offeredSql = (alias: string): SQL =>
  sql.raw(`(${alias}.state = 'waitlisted' AND ${alias}.offered_until IS NOT NULL)`)

/** Booking `alias` waits for a place to open; anyone who is offered one does not any more. */
export const waitsSql = (alias: string): SQL =>
  sql.raw(`(${alias}.state = 'waitlisted' AND ${alias}.offered_until IS NULL)`)

/**
 * Places of occurrence `o` that are taken: by people who hold one or are offered one, those that a
 * course keeps for someone, and the tickets sold of an event.
 */
export const bookedCountSql: SQL = bookedCountOf(everyNeed)

/** The same for a class of which is known that it is no session of a course, or no event. */
export function bookedCountOf({ courses, events }: Pick<Needs, 'courses' | 'events'>): SQL {
  const held = countOf(sql`(${seatedSql('c')} OR ${offeredSql('c')})`)
  return sql`(${held}${courses ? sql` + ${keptCountOf('o')}` : sql``}${
    events ? sql` + ${soldCountSql}` : sql``
  })`
}

/**
 * People on the waitlist of occurrence `o` who wait for a place to open: the one count of them that
 * is told anywhere. Who is offered a place is among `bookedCountSql`.
 */
export const waitingCountSql = countOf(waitsSql('c'))

/** Of those, whom promotion passed by because they cannot pay now. */
export const skippedCountSql = countOf(sql`${waitsSql('c')} AND c.skipped_reason IS NOT NULL`)

/** And those who come before anybody new while the list promotes: they wait and can pay. */
export const firstInLineCountSql = countOf(sql`${waitsSql('c')} AND c.skipped_reason IS NULL`)

/**
 * Place on the waitlist of row `alias`, from 1; derived from the order of joining (R4). Null when
 * not waiting, or when offered a place.
 */
export const positionSql = (alias: string): SQL =>
  sql`CASE WHEN ${waitsSql(alias)} THEN 1 + (
    SELECT count(*) FROM bookings AS ahead
    WHERE ${sql.raw(`ahead.studio_id = ${alias}.studio_id
      AND ahead.occurrence_id = ${alias}.occurrence_id AND ahead.seq < ${alias}.seq`)}
      AND ${waitsSql('ahead')}) END`

/** Booking `b` is the person's own, or of a guest they bring. */
export const ownOrGuestSql = (
  studioId: string,
  personId: string,
): SQL => sql`(b.person_id = ${personId} OR b.guest_of IN (
  SELECT host.id FROM bookings AS host
  WHERE host.studio_id = ${studioId} AND host.person_id = ${personId}))`

/** Names of the guests that booking `b` brings, separated by commas; null is none. */
export const guestNamesSql: SQL = sql.raw(`(
  SELECT group_concat(guest.name, ', ') FROM bookings AS guest_booking
  JOIN people AS guest ON guest.id = guest_booking.person_id
  WHERE guest_booking.studio_id = b.studio_id AND guest_booking.guest_of = b.id
    AND guest_booking.state IN ('booked','checked_in'))`)

/**
 * Whether class `alias` shares time with class `o`. Bounded below so that the index by start
 * serves: no class lasts a day.
 */
export const overlappingSql = (alias: string): SQL =>
  sql.raw(`${alias}.studio_id = o.studio_id
    AND ${alias}.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at, '-1 day')
    AND ${alias}.starts_at < o.ends_at AND ${alias}.ends_at > o.starts_at AND ${alias}.id <> o.id
    AND ${alias}.state <> 'cancelled'`)

/**
 * `column` of the first other class, session, appointment or event (`other`, of type `other_type`)
 * that the person of booking `alias` holds a place or a ticket in and of which `at` is true; null
 * is none.
 */
export const heldThenSql = (column: SQL, alias: string, at: SQL): SQL => sql`(
  SELECT ${column} FROM occurrences AS other
  JOIN class_types AS other_type ON other_type.id = other.class_type_id
  WHERE ${at} AND CASE WHEN other.kind = 'event' THEN EXISTS (
      SELECT 1 FROM ticket_orders AS other_order
      JOIN tickets AS other_ticket ON other_ticket.studio_id = other_order.studio_id
        AND other_ticket.order_id = other_order.id
        AND other_ticket.state IN ('valid','checked_in')
      WHERE other_order.studio_id = other.studio_id AND other_order.event_id = other.id
        AND other_order.person_id = ${sql.raw(alias)}.person_id)
    ELSE EXISTS (SELECT 1 FROM bookings AS other_booking
      WHERE other_booking.studio_id = other.studio_id AND other_booking.occurrence_id = other.id
        AND other_booking.person_id = ${sql.raw(alias)}.person_id
        AND ${liveSql('other_booking')} AND ${seatedSql('other_booking')}) END
  ORDER BY other.starts_at, other.id LIMIT 1)`

/**
 * The limits of booking `b` of class `o`: its own where the class has taken new rules since, else
 * the class's.
 */
export const keptLimitsSql: SQL = sql.raw(`coalesce(b.cutoff_at, o.cutoff_at) AS cutoffAt,
  iif(b.cutoff_at IS NULL, o.credit_cutoff_at, b.credit_cutoff_at) AS creditCutoffAt,
  iif(b.cutoff_at IS NULL, o.fee_cutoff_at, b.fee_cutoff_at) AS feeCutoffAt`)

/**
 * Booking `alias` was cancelled late for the fee, but before a limit of the credit that comes
 * later. What the desk calls late while it is free loses all (`lossIfLate`).
 */
const beforeCreditLimit = (alias: string) =>
  `EXISTS (SELECT 1 FROM occurrences WHERE id = ${alias}.occurrence_id AND ${alias}.state = 'late_cancelled'
AND ${alias}.ended_at > max(ifnull(${alias}.cutoff_at, cutoff_at), ifnull(${alias}.decline_until, ''))
AND ${alias}.ended_at <= iif(${alias}.cutoff_at IS NULL, credit_cutoff_at, ${alias}.credit_cutoff_at))`

/**
 * Whether the policy that booking `alias` was made under keeps its credit when it is cancelled late
 * or not used.
 */
export const losesCreditSql = (alias: string): SQL =>
  sql.raw(
    `((SELECT late_keeps_credit FROM policies WHERE id = ${alias}.policy_id)
      AND NOT ${beforeCreditLimit(alias)})`,
  )

/** Whether missed classes count by the plan that booking `alias` is paid by: 1 or 0. */
const missedCountSql = (alias: string): SQL =>
  sql.raw(`coalesce((SELECT missed_counts FROM plans WHERE id = (
    SELECT plan_id FROM memberships WHERE id = ${alias}.membership_id)), 1)`)

/**
 * A class counts against the limit of its membership when it was kept, or cancelled so late that it
 * stays used; one cancelled late or missed only where the plan says that these count. `missed` is
 * that column of a plan that is joined already.
 */
export const usesAllowanceSql = (alias: string, missed: SQL = missedCountSql(alias)): SQL =>
  sql`((${seatedSql(alias)} OR ${sql.raw(alias)}.state = 'late_cancelled'
    AND ${losesCreditSql(alias)}) AND (${missed}
    OR ${sql.raw(alias)}.state NOT IN ('late_cancelled','no_show')))`
