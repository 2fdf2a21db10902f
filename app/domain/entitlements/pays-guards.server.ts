/** What must hold of an entitlement at the moment a booking is written: conditions for somebody's guarded statement. */
import { type SQL, sql } from 'drizzle-orm'
import type { LocalDate } from '#app/values/zone.ts'

/** Credits left in a lot: the sum of its entries. */
export const lotBalanceSql = (studioId: string, lotId: string): SQL => sql`(
  SELECT coalesce(sum(e.amount), 0) FROM entries AS e WHERE e.studio_id = ${studioId} AND e.lot_id = ${lotId})`

/** The lot is the person's, valid on the class date, and has `credits` left by the sum of its entries. */
export function lotPaysSql(
  studioId: string,
  {
    lotId,
    personId,
    classDate,
    credits = 1,
  }: { lotId: string; personId: string; classDate: LocalDate; credits?: number },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM lots AS l
    WHERE l.studio_id = ${studioId} AND l.id = ${lotId} AND l.person_id = ${personId} AND l.refunded_at IS NULL
      AND l.starts_on <= ${classDate} AND l.expires_on >= ${classDate}
      AND (SELECT coalesce(sum(e.amount), 0) FROM entries AS e WHERE e.studio_id = l.studio_id AND e.lot_id = l.id) >= ${credits})`
}

/** The membership is the person's, in force and not frozen on the class date. Its weekly limit is for bookings to count. */
export function membershipPaysSql(
  studioId: string,
  {
    membershipId,
    personId,
    classDate,
  }: { membershipId: string; personId: string; classDate: LocalDate },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM memberships AS m
    WHERE m.studio_id = ${studioId} AND m.id = ${membershipId} AND m.person_id = ${personId}
      AND m.state IN ('scheduled','trialing','active','cancel_scheduled')
      AND m.starts_on <= ${classDate} AND (m.ends_on IS NULL OR m.ends_on >= ${classDate})
      AND (m.frozen_from IS NULL OR ${classDate} < m.frozen_from
        OR (m.frozen_until IS NOT NULL AND ${classDate} > m.frozen_until)))`
}
