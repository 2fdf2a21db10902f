/**
 * Conditions under which a place may be taken, asked at the moment of writing: D1 has no
 * interactive transactions, so what was read before the write may be old (R1). The occurrence goes
 * by the alias `o`.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import {
  bookedCountOf,
  bookedCountSql,
  firstInLineCountSql,
  liveSql,
  overlappingSql,
  usesAllowanceSql,
  waitingCountSql,
} from '#app/domain/places/booking-sql.server.ts'
import { makeUpPaysSql } from '#app/domain/places/kept-places.server.ts'
import { everyNeed, type Needs } from '#app/domain/places/needs.server.ts'
import { lotPaysSql, membershipPaysSql } from '#app/domain/places/pays-guards.server.ts'
import {
  onlinePlacesOf,
  onlinePlacesSql,
  placesSql,
} from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDateTime, localDate } from '#app/values/zone.ts'

/**
 * Booking is open. An event is never booked, since its places are tickets; nor an appointment,
 * which is its people's own.
 */
export const openSql = (now: string): SQL =>
  sql`o.kind NOT IN ('event','appointment') AND o.state = 'scheduled' AND o.starts_at > ${now}
    AND o.opens_at <= ${now} AND o.closes_at >= ${now}`

/** The desk may give a place until the class is over, whatever the hours of booking are. */
export const openAtDeskSql = (now: string): SQL =>
  sql`o.kind NOT IN ('event','appointment') AND o.state = 'scheduled' AND o.ends_at > ${now}`

/** The list still promotes. */
export const promotesSql = (now: string): SQL =>
  sql`o.state = 'scheduled' AND o.starts_at > ${now} AND o.waitlist_closes_at >= ${now}`

/** A place that nobody holds, with the equipment it needs: as the desk gives it. */
export const placeFreeSql: SQL = sql`${bookedCountSql} < ${placesSql}`

/** The same without those kept for walk-ins: as a waitlist gives it. */
export const onlinePlaceFreeSql: SQL = sql`${bookedCountSql} < ${onlinePlacesSql}`

/** A place for someone new: while the list promotes, those on it who can pay come first (R4). */
export const placeForNewSql = (now: string, needs: Needs = everyNeed): SQL => sql`
  ${bookedCountOf(needs)} + CASE
    WHEN o.waitlist_closes_at >= ${now} THEN ${firstInLineCountSql} ELSE 0 END
  < ${onlinePlacesOf(needs)}`

/** Of the places that can be booked, those that belong to people who wait and can pay. */
const promisedSql = (now: string): SQL => sql`CASE
    WHEN o.waitlist_closes_at < ${now} THEN 0
    WHEN o.walk_ins = 0 THEN ${firstInLineCountSql}
    ELSE min(${firstInLineCountSql}, max(0, ${onlinePlacesSql} - ${bookedCountSql})) END`

/**
 * The same at the desk, which gives the places kept for walk-ins as well: nobody on the list would
 * get one of these. What can be booked is the list's here, too.
 */
export const placeAtDeskSql = (now: string): SQL => sql`
  ${bookedCountSql} + ${promisedSql(now)} < ${placesSql}`

/** How many places the desk can give; below none where more wait than there are. */
export const freeAtDeskSql = (now: string): SQL => sql`
  (${placesSql} - ${bookedCountSql} - ${promisedSql(now)})`

export const waitlistOpenSql = (now: string): SQL =>
  sql`o.waitlist_closes_at >= ${now} AND ${waitingCountSql} < o.waitlist_limit`

/**
 * What was chosen to pay can still pay: the lot has a credit, the membership is in force and within
 * its week, and where it does not pay everywhere and always, the class has not moved. `instead` is
 * a booking that this one takes the place of: what it has used already counts as free.
 */
export function paysSql(
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  personId: string,
  { localStart, locationId }: { localStart: LocalDateTime; locationId: string },
  pays: Entitlement,
  instead = '',
): SQL {
  const classDate = localStart.slice(0, 10)
  if (pays.kind === 'make_up')
    return makeUpPaysSql(studio.id, { makeUpId: pays.id, personId, classDate, instead })
  if (pays.kind === 'lot') {
    return lotPaysSql(studio, {
      lotId: pays.id,
      personId,
      classDate,
      credits: instead === '' ? 1 : 0,
      shared: pays.shared === true,
    })
  }
  const held = membershipPaysSql(studio.id, {
    membershipId: pays.id,
    personId,
    classDate,
    today: localDate(now, studio.timeZone),
  })
  const { limit, bound } = pays
  const inForce = bound
    ? sql`${held} AND o.local_start = ${localStart}
        AND (SELECT room.location_id FROM rooms AS room WHERE room.id = o.room_id) = ${locationId}`
    : held
  if (limit === null) return inForce
  return sql`${inForce} AND (
    SELECT count(*) FROM bookings AS used
    CROSS JOIN occurrences AS used_class ON used_class.id = used.occurrence_id
    WHERE used.studio_id = ${studio.id} AND used.person_id = ${personId}
      AND used.membership_id = ${pays.id}
      AND used.id <> ${instead} AND ${usesAllowanceSql('used')}
      AND used_class.local_start >= ${limit.from}
      AND used_class.local_start < ${addDays(limit.until, 1)}
  ) < ${limit.classes}`
}

/**
 * What pays, as the columns `lot_id, membership_id, make_up_id` of a booking; all empty for a
 * drop-in paid by hand.
 */
export function paidColumnsSql(pays: Entitlement | null): SQL {
  const id = (kind: Entitlement['kind']) => (pays?.kind === kind ? pays.id : null)
  return sql`${id('lot')}, ${id('membership')}, ${id('make_up')}`
}

/**
 * The studio does not keep the person out, and they hold no place in another class at the same time
 * as `o`, but for booking `instead`, which is given up for it.
 */
export const noOverlapSql = (
  personId: string,
  instead = '',
): SQL => sql`NOT ${bannedSql(sql`${personId}`)}
  AND NOT EXISTS (
  SELECT 1 FROM occurrences AS other
  CROSS JOIN bookings AS booked ON booked.studio_id = other.studio_id
    AND booked.occurrence_id = other.id
    AND booked.person_id = ${personId} AND ${liveSql('booked')}
    AND booked.state IN ('booked','checked_in')
    AND booked.id <> ${instead}
  WHERE ${overlappingSql('other')})`

/** The same of several people who come together. */
export const noneOverlapSql = (personIds: readonly string[], instead = ''): SQL =>
  sql.join(
    personIds.map((id) => noOverlapSql(id, instead)),
    sql` AND `,
  )
