/**
 * What must hold of an entitlement at the moment a booking is written: conditions for someone's
 * guarded statement.
 */
import { type SQL, sql } from 'drizzle-orm'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Credits left in a lot: the sum of its entries. */
export const lotBalanceSql = (studioId: string, lotId: string): SQL => sql`(
  SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
  WHERE entry.studio_id = ${studioId} AND entry.lot_id = ${lotId})`

/**
 * Who shares packs with people, as a SELECT of `owner_id` and `person_id`: guardians with those they
 * look after, and adults with those who agreed that they book for them, as long as the studio lets
 * adults do so: an agreement that is of no effect pays for nothing either. `whose` is what stands
 * behind the person's id (`= …`, `IN …`).
 */
export const sharingSql = (studio: Sharing, whose: SQL): SQL => sql`
  SELECT guardian_id AS owner_id, dependant_id AS person_id FROM guardians
  WHERE studio_id = ${studio.id} AND dependant_id ${whose}
  ${agreedSharingSql(studio, whose, sql`booker_id, person_id`)}`

/** The owners among them. */
export const sharersSql = (studio: Sharing, whose: SQL): SQL =>
  sql`SELECT guardian_id FROM guardians WHERE studio_id = ${studio.id} AND dependant_id ${whose}
    ${agreedSharingSql(studio, whose, sql`booker_id`)}`

/** What of a studio decides who shares with whom. */
type Sharing = Pick<Studio, 'id' | 'portal'>

const agreedSharingSql = (studio: Sharing, whose: SQL, columns: SQL): SQL =>
  studioLets(studio, 'book_for_adult')
    ? sql`UNION SELECT ${columns} FROM booking_agreements WHERE studio_id = ${studio.id}
        AND person_id ${whose} AND agreed_at IS NOT NULL AND ended_at IS NULL`
    : sql``

/** A lot, by its bare columns, is valid on a day and not frozen then; `~` is behind every date. */
export const lotRunsSql = (day: SQL): SQL => sql`${day} BETWEEN starts_on AND expires_on
  AND ${day} NOT BETWEEN ifnull(frozen_from,'~') AND ifnull(frozen_until,'~')`

/**
 * The lot is the person's, or shared with them by a guardian or by an adult who may book for them;
 * valid and not frozen on the class date, paid or not held back for it, and has `credits` left by the
 * sum of its entries.
 */
export function lotPaysSql(
  studio: Sharing,
  {
    lotId,
    personId,
    classDate,
    credits = 1,
    shared = true,
  }: {
    lotId: string
    personId: string
    classDate: LocalDate
    credits?: number
    /** False asks for a lot of the person's own. */
    shared?: boolean
  },
): SQL {
  const own = sql`person_id=${personId}`
  return sql`EXISTS (SELECT 1 FROM lots lot WHERE studio_id=${studio.id} AND id=${lotId}
    AND ${shared ? sql`(${own} OR family=1 AND person_id IN (${sharersSql(studio, sql`= ${personId}`)}))` : own}
    AND refunded_at IS NULL AND unpaid=0 AND ${lotRunsSql(sql`${classDate}`)}
    AND (SELECT sum(amount) FROM entries WHERE studio_id=lot.studio_id AND lot_id=lot.id)>=${credits})`
}

/**
 * The membership is the person's, in force and not frozen on the class date. Its weekly limit is
 * for bookings to count.
 */
export function membershipPaysSql(
  studioId: string,
  {
    membershipId,
    personId,
    classDate,
    today,
  }: { membershipId: string; personId: string; classDate: LocalDate; today: LocalDate },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM memberships AS membership
    WHERE membership.studio_id = ${studioId} AND membership.id = ${membershipId}
      AND membership.person_id = ${personId}
      AND (membership.state IN ('scheduled','trialing','active','cancel_scheduled')
        OR membership.state = 'past_due' AND membership.grace_until >= ${today})
      AND membership.starts_on <= ${classDate}
      AND (membership.ends_on IS NULL OR membership.ends_on >= ${classDate})
      AND (membership.frozen_from IS NULL OR ${classDate} < membership.frozen_from
        OR (membership.frozen_until IS NOT NULL AND ${classDate} > membership.frozen_until)))`
}
