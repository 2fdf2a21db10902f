/** What a promotion decides by: the class, who waits in the order of joining, and what each of them holds. */
import { sql } from 'drizzle-orm'
import type { OtherBooking } from '#app/domain/bookings/availability/availability.ts'
import {
  type ClassToBook,
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
  toClassToBook,
} from '#app/domain/bookings/availability/bookable-occurrences.server.ts'
import type { LimitFacts } from '#app/domain/bookings/availability/policy-limits.ts'
import { membershipUsesStatement, weekOfSql } from '#app/domain/bookings/booking-queries.server.ts'
import { liveSql, overlappingSql } from '#app/domain/bookings/booking-sql.server.ts'
import { limitsStatement } from '#app/domain/bookings/policy-limits.server.ts'
import {
  entitlementsOfStatements,
  type LotRow,
  type MembershipRow,
  toHeld,
  type UseRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Waiting } from './plan-promotions.ts'

type WaitingRow = {
  id: string
  personId: string
  skippedReason: string | null
  wishId: string | null
  name: string
  preferredName: string
  email: string
  declineMinutes: number
  blackoutFrom: string
  blackoutUntil: string
  lateKeepsCredit: number
  lateFeeMinor: number
  cutoffAt: string
}

export type WaitingPerson = Waiting & {
  wishId: string | null
  /** The other classes of the wish, which drop when this one is won. */
  wished: { title: string; localStart: string; bookingId: string }[]
  name: string
  preferredName: string
  email: string
  /** Until when a cancel is free under the rules that stood when the person joined. */
  cutoffAt: string
  /** The rules that stood when the person joined. */
  policy: {
    declineMinutes: number
    blackoutFrom: string
    blackoutUntil: string
    lateKeepsCredit: boolean
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
  const { db, studio } = ctx
  const whose = sql`(
    SELECT q.person_id FROM bookings AS q
    WHERE q.studio_id = ${studio.id} AND q.occurrence_id = ${occurrenceId} AND q.state = 'waitlisted')`
  const { memberships, lots } = entitlementsOfStatements(ctx, whose)
  return {
    promoting: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    waiting: db.all<WaitingRow>(sql`
      SELECT b.id, b.person_id AS personId, b.skipped_reason AS skippedReason, b.wish_id AS wishId, h.name,
        h.preferred_name AS preferredName, h.email, p.decline_minutes AS declineMinutes,
        p.blackout_from AS blackoutFrom, p.blackout_until AS blackoutUntil,
        p.late_keeps_credit AS lateKeepsCredit, p.late_fee_minor AS lateFeeMinor,
        coalesce(b.cutoff_at, o.cutoff_at) AS cutoffAt
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id JOIN people AS h ON h.id = b.person_id JOIN policies AS p ON p.id = b.policy_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND b.state = 'waitlisted'
      ORDER BY b.seq`),
    waitingMemberships: memberships,
    waitingLots: lots,
    waitingUses: membershipUsesStatement(ctx, whose, weekOfSql(studio.id, occurrenceId)),
    waitingLimits: limitsStatement(
      ctx,
      sql`q.person_id`,
      sql`o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`,
      sql`occurrences AS o CROSS JOIN bookings AS q ON q.studio_id = o.studio_id AND q.occurrence_id = o.id AND q.state = 'waitlisted'`,
    ),
    waitingWishes: db.all<{
      wishId: string
      title: string
      localStart: string
      bookingId: string
    }>(sql`
      SELECT w.wish_id AS wishId, t.name AS title, x.local_start AS localStart, w.id AS bookingId
      FROM bookings AS b
      CROSS JOIN bookings AS w ON w.studio_id = b.studio_id AND w.wish_id = b.wish_id AND w.id <> b.id AND w.state = 'waitlisted'
      CROSS JOIN occurrences AS x ON x.id = w.occurrence_id JOIN class_types AS t ON t.id = x.class_type_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND b.state = 'waitlisted' AND b.wish_id IS NOT NULL
      ORDER BY x.local_start`),
    waitingOthers: db.all<OtherBooking & { personId: string }>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, x.id AS occurrenceId, b.state, t.name AS title,
        x.starts_at AS startsAt, x.ends_at AS endsAt, x.local_start AS localStart
      FROM occurrences AS o
      CROSS JOIN occurrences AS x ON ${overlappingSql('x')}
      CROSS JOIN bookings AS b ON b.studio_id = x.studio_id AND b.occurrence_id = x.id AND b.person_id IN ${whose}
        AND ${liveSql('b')} AND b.state IN ('booked','checked_in','waitlisted')
      JOIN class_types AS t ON t.id = x.class_type_id
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
      ({ declineMinutes, blackoutFrom, blackoutUntil, lateKeepsCredit, lateFeeMinor, ...who }) => ({
        ...who,
        held: toHeld(who.personId, held),
        limits: rows.waitingLimits.find(({ personId }) => personId === who.personId),
        wished: rows.waitingWishes.filter(({ wishId }) => wishId === who.wishId),
        others: rows.waitingOthers.filter((other) => other.personId === who.personId),
        policy: {
          declineMinutes,
          blackoutFrom,
          blackoutUntil,
          lateKeepsCredit: lateKeepsCredit === 1,
          lateFeeMinor,
        },
      }),
    ),
  }
}
