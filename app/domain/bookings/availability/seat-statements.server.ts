/**
 * Taking a place in a class or on its waitlist, by a member and at the desk: one INSERT each, one
 * UPDATE of someone who waited.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { everyNeed, type Needs, stillWithoutSql } from '#app/domain/places/needs.server.ts'
import { spotIfFreeSql } from '#app/domain/places/spot-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { wishOpenSql } from '../waitlist/wish-statements.server.ts'
import type { BookingFacts } from './booking-facts.server.ts'
import { withinLimitsSql } from './policy-limits.server.ts'
import {
  noOverlapSql,
  openSql,
  paidColumnsSql,
  paysSql,
  placeForNewSql,
  waitlistOpenSql,
} from './seat-guards.server.ts'

/** A place that someone is to have. */
export type Seat = {
  /** Of the booking. */
  id: string
  personId: string
  occurrence: BookingFacts['occurrence']
  /** Null is a drop-in, which nothing on the books pays. */
  pays: Entitlement | null
  /** The standing place it comes from. */
  standingId?: string | null | undefined
  /** The numbered place; one that is taken by now is left out. */
  spot?: string | undefined
}

/** The person is nowhere else then, and what was chosen to pay still can. */
const takesSql = (ctx: StudioContext, { personId, occurrence, pays }: Seat): SQL =>
  sql`${noOverlapSql(personId)} AND ${pays ? paysSql(ctx, personId, occurrence, pays) : sql`1`}`

/**
 * Books a place; writes nothing where `mayTake`, of occurrence `o`, does not hold, the person is
 * elsewhere then, what was to pay cannot, or they have a row in the class already.
 */
export function seatStatement(ctx: StudioContext, seat: Seat, mayTake: SQL): Statement<D1Result> {
  const { db, studio, now } = ctx
  const { id, personId, occurrence, pays, standingId = null, spot = '' } = seat
  return db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, lot_id, membership_id,
      make_up_id, standing_id, spot, guardian_id, policy_id, created_at)
    SELECT ${id}, o.studio_id, o.id, ${personId}, 'booked', ${paidColumnsSql(pays)}, ${standingId},
      ${spotIfFreeSql(spot)}, ${ctx.guardianId ?? null}, o.policy_id, ${now}
    FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${mayTake}
      AND ${takesSql(ctx, seat)}
    ON CONFLICT DO NOTHING`)
}

/** The same for someone on the waitlist, whose row becomes the booking. */
export function seatOfWaitingStatement(
  ctx: StudioContext,
  seat: Seat,
  mayTake: SQL,
): Statement<D1Result> {
  const { db, studio } = ctx
  const { id, occurrence, pays } = seat
  return db.run(sql`
    UPDATE bookings SET state = 'booked',
      (lot_id, membership_id, make_up_id) = (SELECT ${paidColumnsSql(pays)}), skipped_reason = NULL
    WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'waitlisted' AND ${wishOpenSql}
      AND EXISTS (
        SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${mayTake}
          AND ${takesSql(ctx, seat)})`)
}

/**
 * Joins the list if there is no place. What would pay must be able to, but pays nothing yet. As one
 * of a wish it carries the wish's id, and `onlyIf` must hold.
 */
export function waitStatement(
  ctx: MemberContext,
  { occurrence }: BookingFacts,
  id: string,
  pays: Entitlement,
  more: { wishId?: string; standingId?: string; onlyIf?: SQL; needs?: Needs } = {},
): Statement<D1Result> {
  const { db, studio, now, person } = ctx
  const { wishId = null, standingId = null, onlyIf = sql`1`, needs = everyNeed } = more
  // A row of the person's own, this very request's seat included, makes the insert conflict.
  return db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, wish_id, standing_id,
      guardian_id, policy_id, created_at)
    SELECT ${id}, o.studio_id, o.id, ${person.id}, 'waitlisted', ${wishId}, ${standingId},
      ${ctx.guardianId ?? null}, o.policy_id, ${now}
    FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${openSql(now)}
      AND ${stillWithoutSql(needs)} AND NOT (${placeForNewSql(now, needs)}) AND ${waitlistOpenSql(now)} AND ${onlyIf}
      AND ${noOverlapSql(person.id)} AND ${paysSql(ctx, person.id, occurrence, pays)}
      AND ${withinLimitsSql(ctx, person.id, needs)} AND ${needs.documents ? signedSql(ctx, person.id) : sql`1`}
    ON CONFLICT DO NOTHING`)
}
