/**
 * What a promotion decides by: the class, who waits in the order of joining, and what each of them
 * holds.
 */

import { sql } from 'drizzle-orm'
import {
  entitlementsOfStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import {
  keptLimitsSql,
  liveSql,
  overlappingSql,
  waitsSql,
} from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { OtherBooking } from '../availability/bookable-occurrence.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from '../availability/bookable-occurrences.server.ts'
import { lateFeeSql, limitsStatement } from '../availability/policy-limits.server.ts'
import type { LimitFacts } from '../availability/policy-limits.ts'
import { daysAroundClassSql, membershipUsesStatement } from '../booking-queries.server.ts'
import type { Waiting } from './plan-promotions.ts'

type WaitingRow = {
  id: string
  personId: string
  skippedReason: string | null
  wishId: string | null
  guardianId: string | null
  banned: number
  name: string
  preferredName: string
  email: string
  guardianName: string
  declineMinutes: number
  offerMinutes: number | null
  blackoutFrom: string
  blackoutUntil: string
  lateLosesCredit: number
  lateFeeMinor: number
  cutoffAt: string
  creditCutoffAt: string | null
  feeCutoffAt: string | null
}

export type WaitingPerson = Waiting & {
  wishId: string | null
  /** The other classes of the wish, which drop when this one is won. */
  wished: { title: string; localStart: string; bookingId: string }[]
  name: string
  preferredName: string
  email: string
  guardianName: string
  /** Until when a cancel is free under the rules that stood when the person joined. */
  cutoffAt: string
  creditCutoffAt: string | null
  feeCutoffAt: string | null
  /** The rules that stood when the person joined. */
  policy: {
    declineMinutes: number
    offerMinutes: number | null
    blackoutFrom: string
    blackoutUntil: string
    lateLosesCredit: boolean
    lateFeeMinor: number
  }
}

export type PromotionRows = {
  promoting: OccurrenceRow[]
  waiting: WaitingRow[]
  waitingMemberships: MembershipRow[]
  waitingLots: LotRow[]
  waitingUses: UseRow[]
  waitingLimits: LimitFacts[]
  waitingWishes: { wishId: string; title: string; localStart: string; bookingId: string }[]
  waitingOthers: (OtherBooking & { personId: string })[]
}

/** Statements for a batch of one's own or behind the writes of a cancel. */
export function promotionFactStatements(ctx: StudioContext, occurrenceId: string) {
  const { db, studio, now } = ctx
  const whose = sql`(
    SELECT waiting_booking.person_id FROM bookings AS waiting_booking
    WHERE waiting_booking.studio_id = ${studio.id}
      AND waiting_booking.occurrence_id = ${occurrenceId} AND waiting_booking.state = 'waitlisted')`
  const { memberships, lots } = entitlementsOfStatements(ctx, whose)
  return {
    promoting: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    waiting: db.all<WaitingRow>(sql`
      SELECT b.id, b.person_id AS personId, b.skipped_reason AS skippedReason, b.wish_id AS wishId,
        b.guardian_id AS guardianId, person.banned_at IS NOT NULL AS banned,
        person.name, person.preferred_name AS preferredName, ${addressSql(sql`b.guardian_id`)},
        policy.decline_minutes AS declineMinutes, policy.offer_minutes AS offerMinutes,
        policy.blackout_from AS blackoutFrom,
        policy.blackout_until AS blackoutUntil, policy.late_keeps_credit AS lateLosesCredit,
        ${lateFeeSql(now)} AS lateFeeMinor, ${keptLimitsSql}
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN people AS person ON person.id = b.person_id
      JOIN policies AS policy ON policy.id = b.policy_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND ${waitsSql('b')}
      ORDER BY b.seq`),
    waitingMemberships: memberships,
    waitingLots: lots,
    waitingUses: membershipUsesStatement(ctx, whose, daysAroundClassSql(studio.id, occurrenceId)),
    waitingLimits: limitsStatement(
      ctx,
      sql`waiting_booking.person_id`,
      sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`,
      sql`occurrences AS o CROSS JOIN bookings AS waiting_booking
        ON waiting_booking.studio_id = o.studio_id AND waiting_booking.occurrence_id = o.id
          AND waiting_booking.state = 'waitlisted'`,
    ),
    waitingWishes: db.all<{
      wishId: string
      title: string
      localStart: string
      bookingId: string
    }>(sql`
      SELECT waiting_booking.wish_id AS wishId, class_type.name AS title,
        waiting_class.local_start AS localStart, waiting_booking.id AS bookingId
      FROM bookings AS b
      CROSS JOIN bookings AS waiting_booking ON waiting_booking.studio_id = b.studio_id
        AND waiting_booking.wish_id = b.wish_id AND waiting_booking.id <> b.id
        AND waiting_booking.state = 'waitlisted'
      CROSS JOIN occurrences AS waiting_class ON waiting_class.id = waiting_booking.occurrence_id
      JOIN class_types AS class_type ON class_type.id = waiting_class.class_type_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId}
        AND b.state = 'waitlisted' AND b.wish_id IS NOT NULL
      ORDER BY waiting_class.local_start`),
    waitingOthers: db.all<OtherBooking & { personId: string }>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, other.id AS occurrenceId, b.state,
        class_type.name AS title, other.starts_at AS startsAt, other.ends_at AS endsAt,
        other.local_start AS localStart
      FROM occurrences AS o
      CROSS JOIN occurrences AS other ON ${overlappingSql('other')}
      CROSS JOIN bookings AS b ON b.studio_id = other.studio_id AND b.occurrence_id = other.id
        AND b.person_id IN ${whose}
        AND ${liveSql('b')} AND b.state IN ('booked','checked_in','waitlisted')
      JOIN class_types AS class_type ON class_type.id = other.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
  }
}

/** Null when the studio has no such class. */
export function toPromotionFacts(
  rows: PromotionRows,
): { occurrence: ClassToBook; waiting: WaitingPerson[] } | null {
  const [row] = rows.promoting
  if (!row) return null
  const held = {
    memberships: rows.waitingMemberships,
    lots: rows.waitingLots,
    uses: rows.waitingUses,
  }
  return {
    occurrence: toClassToBook(row),
    waiting: rows.waiting.map(
      ({
        declineMinutes,
        offerMinutes,
        blackoutFrom,
        blackoutUntil,
        lateLosesCredit,
        lateFeeMinor,
        guardianId,
        banned,
        ...who
      }) => ({
        ...who,
        banned: banned === 1,
        held: toHeld(who.personId, {
          ...held,
          // What another guardian shares is not for this one to spend.
          lots: held.lots.filter(
            ({ ownerId, personId }) =>
              ownerId === personId || guardianId === null || ownerId === guardianId,
          ),
        }),
        limits: rows.waitingLimits.find(({ personId }) => personId === who.personId),
        wished: rows.waitingWishes.filter(({ wishId }) => wishId === who.wishId),
        others: rows.waitingOthers.filter((other) => other.personId === who.personId),
        policy: {
          declineMinutes,
          offerMinutes,
          blackoutFrom,
          blackoutUntil,
          lateLosesCredit: lateLosesCredit === 1,
          lateFeeMinor,
        },
      }),
    ),
  }
}
